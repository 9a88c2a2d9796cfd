import type { ShownLine, StatementPart } from '@desk/schema/statements/statement'
import { Download } from 'lucide-react'
import { StatementLinks } from '#kit/statement-links/statement-links.tsx'
import type { FactColumn } from '#kit/tables/facts-table.tsx'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { monthText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import { useSaveOutcomes } from './save-statement.ts'
import { StatementBody, whole } from './statement-body.tsx'
import { StatementFrame } from './statement-frame.tsx'
import { nameText, sourceNames, type SourceNames } from './statement-words.ts'
import styles from './statements.module.css'
import { useStatement } from './use-statement.ts'

const partNames = (names: SourceNames): readonly FactColumn<StatementPart>[] => [
  { header: 'Source', cell: ({ stmid, source_name: name }) => names.get(stmid) ?? name },
  { header: 'Project', cell: ({ project_name: name }) => whole(name) },
]
const LINE_NAMES: readonly FactColumn<ShownLine>[] = [
  { header: 'Supplier’s id', cell: ({ rid }) => <GivenId text={rid} /> },
]

/** One supplier's statement of one month. @param supplier null: respondents without a supplier */
export function StatementScreen({ month, supplier }: { readonly month: string; readonly supplier: number | null }) {
  useAppTitle(`Statement of ${monthText(month)}`)
  const { api } = useDesk()
  const outcomes = useSaveOutcomes()
  const { statement, lines, read } = useStatement(['statements.read', month, supplier], (page, signal) =>
    api.call('statements.read', {
      params: { month },
      query: { ...page, ...(supplier === null ? {} : { supplier }) },
      signal,
    }),
  )
  const names = sourceNames(statement?.parts ?? [])
  const outcomesAct =
    supplier === null ? null : (
      <Button
        icon={<Download aria-hidden />}
        isPending={outcomes.isPending}
        onPress={() => outcomes.mutate({ month, supplier })}
      >
        Supplier’s file
      </Button>
    )
  return (
    <StatementFrame
      side="supplier"
      id={supplier}
      month={month}
      statement={statement}
      read={read}
      acts={outcomesAct}
      failure={outcomes.error}
    >
      {statement === undefined ? null : (
        <>
          {supplier === null ? null : (
            <div className={styles['unprinted']}>
              <StatementLinks supplier={{ id: supplier, name: statement.name }} month={month} />
            </div>
          )}
          <StatementBody
            statement={statement}
            currency={statement.currency}
            zone={statement.zone}
            partNames={partNames(names)}
            lineNames={LINE_NAMES}
            keyOfPart={({ stmid }) => String(stmid)}
            why={{
              of: { month, of: supplier ?? 'none' },
              subject: nameText('supplier', statement.name),
              placeOf: ({ stmid: id, source_name: name }) => ({ id, name: names.get(id) ?? name }),
            }}
            lines={lines}
            isLoading={read.isFetchingNextPage}
            onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
          />
        </>
      )}
    </StatementFrame>
  )
}
