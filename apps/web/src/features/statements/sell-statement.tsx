import type { SellPart, ShownSellLine } from '@desk/schema/statements/sell-statement'
import { namesById } from '#kit/forms/named-options.ts'
import type { FactColumn } from '#kit/tables/facts-table.tsx'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { monthText } from '#ui/format/times.ts'
import { scopeOf } from './sides.ts'
import { StatementBody } from './statement-body.tsx'
import { StatementFrame } from './statement-frame.tsx'
import { nameText } from './statement-words.ts'
import styles from './statements.module.css'
import { useStatement } from './use-statement.ts'

/** Breaks between words, however many columns are beside it. */
const named = (name: string) => <span className={styles['named']}>{name}</span>

type SurveyNames = ReturnType<typeof namesById>

const PROJECT_OF_PART: FactColumn<SellPart> = { header: 'Project', cell: ({ project_name: name }) => named(name) }
const surveyOfPart = (names: SurveyNames): FactColumn<SellPart> => ({
  header: 'Survey',
  cell: ({ pm_sy_ud: id, survey_name: name }) => named(names.get(id) ?? name),
})
const PROJECT_OF_LINE: FactColumn<ShownSellLine> = { header: 'Project', cell: ({ project_name: name }) => named(name) }
const surveyOfLine = (names: SurveyNames): FactColumn<ShownSellLine> => ({
  header: 'Survey',
  cell: ({ pm_sy_ud: id, survey_name: name }) => named(names.get(id) ?? name),
})

export interface SellStatementScreenProps {
  readonly side: 'project' | 'unit'
  readonly month: string
  /** Of the project or business unit; null: projects without a business unit. */
  readonly id: number | null
}

/** The charges of a project or business unit for one month; the page prints unchanged (settlement.md §2). */
export function SellStatementScreen({ side, month, id }: SellStatementScreenProps) {
  useAppTitle(`Statement of ${monthText(month)}`)
  const { api } = useDesk()
  const of = scopeOf(side)
  const { statement, lines, read } = useStatement(['sellStatements.read', of, month, id], (page, signal) =>
    api.call('sellStatements.read', {
      params: { month },
      query: { of, ...page, ...(id === null ? {} : { id }) },
      signal,
    }),
  )
  const names = namesById(
    (statement?.parts ?? []).map(({ pm_sy_ud, survey_name: name, project_name: within }) => ({
      id: pm_sy_ud,
      name,
      within,
    })),
  )
  return (
    <StatementFrame side={side} id={id} month={month} statement={statement} read={read}>
      {statement === undefined ? null : (
        <StatementBody
          statement={statement}
          currency={statement.currency}
          zone={statement.zone}
          partNames={side === 'unit' ? [PROJECT_OF_PART, surveyOfPart(names)] : [surveyOfPart(names)]}
          lineNames={side === 'unit' ? [PROJECT_OF_LINE, surveyOfLine(names)] : [surveyOfLine(names)]}
          keyOfPart={part => `${part.pm_proj_ud} ${part.pm_sy_ud}`}
          why={{
            of: { month, of: id ?? 'none' },
            subject: nameText(side, statement.name),
            placeOf: ({ pm_sy_ud: place, survey_name: name }) => ({ id: place, name: names.get(place) ?? name }),
          }}
          lines={lines}
          isLoading={read.isFetchingNextPage}
          onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
        />
      )}
    </StatementFrame>
  )
}
