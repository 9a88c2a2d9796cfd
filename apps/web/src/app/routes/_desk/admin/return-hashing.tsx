import { createFileRoute } from '@tanstack/react-router'
import { ReturnHashingScreen } from '#features/return-hashing/return-hashing.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

/** Return hashing: only DESK accounts have respondents. */
export const Route = createFileRoute('/_desk/admin/return-hashing')({
  beforeLoad: onlyForDesk,
  component: ReturnHashingScreen,
})
