import { createFileRoute } from '@tanstack/react-router'
import { SessionReplayScreen } from '#features/support/session-replay.tsx'
import { OnlyFor } from '#app/only-for.tsx'
import { ReplayStage } from '#app/replay/replay-stage.tsx'

/** The session that a link opens until it expires. */
export const Route = createFileRoute('/_desk/support/links/$token')({ component: Page })

function Page() {
  const { token } = Route.useParams()
  return (
    <OnlyFor permission="read journals">
      <SessionReplayScreen key={token} kind="link" text={token} Stage={ReplayStage} />
    </OnlyFor>
  )
}
