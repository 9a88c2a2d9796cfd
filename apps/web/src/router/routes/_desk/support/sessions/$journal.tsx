import { createFileRoute } from '@tanstack/react-router'
import { SessionReplayScreen } from '../../../../../screens/support/session-replay.tsx'
import { OnlyFor } from '../../../../only-for.tsx'
import { ReplayStage } from '../../../../replay-stage.tsx'

/** One session, to be walked through. */
export const Route = createFileRoute('/_desk/support/sessions/$journal')({ component: Page })

function Page() {
  const { journal } = Route.useParams()
  return (
    <OnlyFor whom="support">
      <SessionReplayScreen key={journal} kind="id" text={journal} Stage={ReplayStage} />
    </OnlyFor>
  )
}
