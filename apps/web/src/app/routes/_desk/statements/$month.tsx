import { MONTH_PATTERN } from '@desk/schema/statements/statement-line'
import { createFileRoute } from '@tanstack/react-router'
import { StatementScreen } from '#features/statements/statement.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'
import { idFrom } from '#app/paths.ts'

export const Route = createFileRoute('/_desk/statements/$month')({
  validateSearch: (search): { readonly supplier?: number } => {
    const given = search['supplier']
    const supplier = idFrom(typeof given === 'number' ? String(given) : '')
    return supplier === null ? {} : { supplier }
  },
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  const { month } = Route.useParams()
  const { supplier = null } = Route.useSearch()
  return (
    <OnlyFor permission="read statements">
      {MONTH_PATTERN.test(month) ? (
        <StatementScreen key={`${month} ${supplier}`} month={month} supplier={supplier} />
      ) : (
        <NotFound />
      )}
    </OnlyFor>
  )
}
