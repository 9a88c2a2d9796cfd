import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#features/admin/users/users.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/users')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="manage users">
      <UsersScreen />
    </OnlyFor>
  )
}
