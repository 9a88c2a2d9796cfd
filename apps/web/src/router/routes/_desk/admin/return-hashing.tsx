import { createFileRoute } from '@tanstack/react-router'
import { ReturnHashingScreen } from '../../../../screens/return-hashing/return-hashing.tsx'
import { onlyForDesk } from '../../../account-pages.ts'

/** How returns are hashed: respondents return to DESK accounts alone. */
export const Route = createFileRoute('/_desk/admin/return-hashing')({
  beforeLoad: onlyForDesk,
  component: ReturnHashingScreen,
})
