import { MONTH_PATTERN } from '@desk/schema/statements/statement-line'
import { createFileRoute } from '@tanstack/react-router'
import { SellStatementScreen } from '#features/statements/sell-statement.tsx'
import { StatementScreen } from '#features/statements/statement.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'
import { idFrom } from '#app/paths.ts'

/** Whose statement is shown: a supplier's, a project's or a business unit's; `none`: of projects without a business unit. Left out: of respondents without a supplier. */
interface Whose {
  readonly supplier?: number
  readonly project?: number
  readonly unit?: number | 'none'
}

const idIn = (given: unknown): number | null => idFrom(typeof given === 'number' ? String(given) : '')

export const Route = createFileRoute('/_desk/statements/$month')({
  validateSearch: (search): Whose => {
    const [supplier, project, unit] = [idIn(search['supplier']), idIn(search['project']), idIn(search['unit'])]
    if (project !== null) return { project }
    if (unit !== null) return { unit }
    if (search['unit'] === 'none') return { unit: 'none' }
    return supplier === null ? {} : { supplier }
  },
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  const { month } = Route.useParams()
  const { supplier = null, project, unit } = Route.useSearch()
  if (!MONTH_PATTERN.test(month)) return <NotFound />
  if (project !== undefined || unit !== undefined) {
    const [side, id] = project !== undefined ? (['project', project] as const) : (['unit', unit] as const)
    return (
      <OnlyFor permission="read sell statements">
        <SellStatementScreen
          key={`${month} ${side} ${id}`}
          side={side}
          month={month}
          id={typeof id === 'number' ? id : null}
        />
      </OnlyFor>
    )
  }
  return (
    <OnlyFor permission="read statements">
      <StatementScreen key={`${month} ${supplier}`} month={month} supplier={supplier} />
    </OnlyFor>
  )
}
