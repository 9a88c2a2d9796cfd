import { createFileRoute } from '@tanstack/react-router'
import { AssistantScreen } from '#features/assistant/assistant.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

/** The assistant (§1.4). */
export const Route = createFileRoute('/_desk/assistant')({
  beforeLoad: onlyForDesk,
  component: () => <AssistantScreen />,
})
