import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#features/admin/users/users.tsx'

export const Route = createFileRoute('/_desk/admin/users')({ component: UsersScreen })
