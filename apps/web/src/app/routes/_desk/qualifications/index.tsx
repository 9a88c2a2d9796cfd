import { createFileRoute } from '@tanstack/react-router'
import { QualificationListScreen } from '#features/qualifications/qualification-list.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/qualifications/')({
  beforeLoad: onlyForDesk,
  component: QualificationListScreen,
})
