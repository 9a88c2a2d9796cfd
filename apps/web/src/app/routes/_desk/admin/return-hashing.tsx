import { createFileRoute } from '@tanstack/react-router'
import { ReturnHashingScreen } from '#features/return-hashing/return-hashing.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

/** How returns are hashed: respondents return to DESK accounts alone. */
export const Route = createFileRoute('/_desk/admin/return-hashing')({
  beforeLoad: onlyForDesk,
  component: ReturnHashingScreen,
})
