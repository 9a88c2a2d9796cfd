import { createFileRoute } from '@tanstack/react-router'
import { QualificationListScreen } from '../../../../screens/qualifications/qualification-list.tsx'
import { onlyForDesk } from '../../../account-pages.ts'

export const Route = createFileRoute('/_desk/qualifications/')({
  beforeLoad: onlyForDesk,
  component: QualificationListScreen,
})
