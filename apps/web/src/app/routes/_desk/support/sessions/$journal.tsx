import { createFileRoute } from '@tanstack/react-router'
import { SessionReplayScreen } from '#features/support/session-replay.tsx'
import { OnlyFor } from '#app/only-for.tsx'
import { ReplayStage } from '#app/replay/replay-stage.tsx'

/** One session, to be walked through. */
export const Route = createFileRoute('/_desk/support/sessions/$journal')({ component: Page })

function Page() {
  const { journal } = Route.useParams()
  return (
    <OnlyFor permission="read journals">
      <SessionReplayScreen key={journal} kind="id" text={journal} Stage={ReplayStage} />
    </OnlyFor>
  )
}
