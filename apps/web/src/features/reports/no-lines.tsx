import type { ReportType } from '@desk/schema/reports/report'
import { ChartNoAxesColumn } from 'lucide-react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ReportChoices } from './report-search.ts'

const NO_TRAFFIC = { title: 'No traffic yet', words: 'Lines show here once respondents have entered.' }

/** The text of a report without any line, without filters. */
const NOTHING_YET: Readonly<Record<ReportType, { readonly title: string; readonly words: string }>> = {
  traffic: NO_TRAFFIC,
  suppliers: NO_TRAFFIC,
  terminations: {
    title: 'No respondents refused or lost yet',
    words: 'Lines show here once respondents have ended without a complete.',
  },
  managers: NO_TRAFFIC,
  costs: NO_TRAFFIC,
  hours: { title: 'No traffic in the last 7 days', words: 'Choose a longer period to see earlier hours.' },
  quotas: { title: 'No sources yet', words: 'Lines show here once a survey has a source.' },
  reconciliation: {
    title: 'Nothing was reconciled yet',
    words: 'Lines show here once a reconciliation has rejected or accepted completes.',
  },
}

/** A report without lines: there are none yet, or the period and the filters leave none. */
export function NoLines({ type, choices }: { readonly type: ReportType; readonly choices: ReportChoices }) {
  const [, change] = useUrlSearch()
  const { by: _by, and: _and, ...narrowing } = choices
  const names = Object.keys(narrowing)
  if (names.length > 0)
    return (
      <EmptyState
        icon={<ChartNoAxesColumn aria-hidden />}
        action={
          <Button onPress={() => change(Object.fromEntries(names.map(name => [name, undefined])))}>
            Clear period and filters
          </Button>
        }
      >
        The period and the filters leave no line of the report.
      </EmptyState>
    )
  const { title, words } = NOTHING_YET[type]
  return (
    <EmptyState title={title} icon={<ChartNoAxesColumn aria-hidden />}>
      {words}
    </EmptyState>
  )
}
