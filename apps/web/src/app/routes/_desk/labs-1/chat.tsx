import { createFileRoute } from '@tanstack/react-router'
import { AssistantScreen } from '#features/assistant/assistant.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** The assistant on a page of its own, with its tool calls unfolded (§2.16). */
export const Route = createFileRoute('/_desk/labs-1/chat')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open labs">
      <AssistantScreen crumbs={[{ label: 'Labs', href: '#/labs-1' }, { label: 'Assistant' }]} isUnfolded />
    </OnlyFor>
  )
}
