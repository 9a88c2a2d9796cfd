import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#features/admin/accounts/account-screen.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { OnlyFor } from '#app/only-for.tsx'
import { idFrom } from '#app/paths.ts'

export const Route = createFileRoute('/_desk/admin/accounts-management/$accountId')({ component: Page })

function Page() {
  const { accountId } = Route.useParams()
  const id = idFrom(accountId)
  return (
    <OnlyFor permission="manage accounts">{id === null ? <NotFound /> : <AccountScreen key={id} id={id} />}</OnlyFor>
  )
}
