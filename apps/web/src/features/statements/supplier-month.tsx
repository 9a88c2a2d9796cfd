import { RECONCILIATION_OUTCOMES } from '@desk/schema/reconciliation/outcomes'
import type { ShownLine, StatementFormat } from '@desk/schema/statements/statement'
import type {
  SupplierDesk,
  SupplierMonth,
  SupplierOutcome,
  SupplierStatement,
} from '@desk/schema/statements/supplier-desk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { saveFile } from '#runtime/save-file.ts'
import type { SupplierApi } from '#runtime/supplier-link/supplier-api.ts'
import { Button } from '#ui/button.tsx'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { monthText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import { PrintWhole } from './print-whole.tsx'
import { DisputeRow, DisputeState } from './supplier-dispute.tsx'
import { StatementBody, StatementSeal, whole } from './statement-body.tsx'
import { FILES, FORMATS, sourceNames, type SourceNames } from './statement-words.ts'
import styles from './statements.module.css'
import { useStatement } from './use-statement.ts'

const PAGE_ROWS = 200

export interface SupplierMonthProps {
  readonly api: SupplierApi
  readonly desk: SupplierDesk
  readonly month: SupplierMonth
}

/** One month of a supplier: what it sums to, its lines, what clients said, and the files of both. */
export function SupplierMonthPart(props: SupplierMonthProps) {
  const outcomes = useOutcomes(props)
  return (
    <>
      <Statement {...props} outcomes={outcomes} />
      <Outcomes {...props} read={outcomes} />
    </>
  )
}

const partNames = (names: SourceNames): readonly FactColumn<SupplierStatement['parts'][number]>[] => [
  { header: 'Source', cell: ({ stmid, source_name: name }) => names.get(stmid) ?? name },
]
const LINE_NAMES: readonly FactColumn<ShownLine>[] = [{ header: 'Your id', cell: ({ rid }) => <GivenId text={rid} /> }]

function Statement({
  api,
  desk,
  month: { month, state },
  outcomes,
}: SupplierMonthProps & { readonly outcomes: OutcomesRead }) {
  const heading = useId()
  const { statement, lines, read } = useStatement(['supplier statement', month], (page, signal) =>
    api.statement(month, page, signal),
  )
  const save = useMutation({
    mutationFn: async (format: StatementFormat) =>
      saveFile(`statement-${month}.${format}`, await api.file(month, format)),
  })
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{`Statement of ${monthText(month)}`}</h2>
        <span className={styles['note']}>
          {state === 'open' ? 'Open: it still changes, and is signed once it is closed' : 'Closed: it stays as it is'}
        </span>
        <span className={styles['acts']}>
          {statement === undefined ? null : <PrintWhole lists={[read, outcomes]} />}
          {state === 'open' ? null : (
            <LineFiles pending={save.isPending ? save.variables : null} onSave={save.mutate} />
          )}
        </span>
      </div>
      <CallFailure error={save.error ?? (statement === undefined ? null : read.error)} />
      {statement === undefined ? (
        <NotLoaded query={read} title="The statement" lines={4} />
      ) : (
        <>
          <StatementSeal head={statement.head} fingerprint={statement.fingerprint} />
          {statement.head === null ? null : (
            <p className={styles['note']}>
              <a href="/verify-statement.html">Verify a file</a> in your browser: nothing is sent.
            </p>
          )}
          <StatementBody
            statement={statement}
            currency={desk.currency}
            zone={desk.zone}
            isPublic
            partNames={partNames(sourceNames(statement.parts))}
            lineNames={LINE_NAMES}
            keyOfPart={({ stmid }) => String(stmid)}
            lines={lines}
            isLoading={read.isFetchingNextPage}
            onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
          />
        </>
      )}
    </section>
  )
}

interface LineFilesProps {
  /** The one that is being saved; null: none. */
  readonly pending: StatementFormat | null
  readonly onSave: (format: StatementFormat) => void
  /** A detail that distinguishes these files from others. */
  readonly of?: string
}

function LineFiles({ pending, onSave, of = '' }: LineFilesProps) {
  return FORMATS.map(format => (
    <Button key={format} icon={<Download aria-hidden />} isPending={pending === format} onPress={() => onSave(format)}>
      {FILES[format] + of}
    </Button>
  ))
}

const useOutcomes = ({ api, month: { month } }: SupplierMonthProps) =>
  useInfiniteQuery({
    queryKey: ['supplier outcomes', month],
    queryFn: ({ pageParam, signal }) => api.outcomes(month, { limit: PAGE_ROWS, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.has_more ? pages.length * PAGE_ROWS : null),
  })
type OutcomesRead = ReturnType<typeof useOutcomes>

function Outcomes({
  api,
  desk: { zone },
  month: { month },
  read,
}: SupplierMonthProps & { readonly read: OutcomesRead }) {
  const heading = useId()
  const save = useMutation({
    mutationFn: async (format: StatementFormat) =>
      saveFile(`outcomes-${month}.${format}`, await api.outcomesFile(month, format)),
  })
  const rows = read.data?.pages.flatMap(page => page.rows)
  const [disputed, setDisputed] = useState<SupplierOutcome | null>(null)
  return (
    <section className={styles['period']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>Client’s decisions</h2>
        <span className={styles['note']}>
          {`Of completes of ${monthText(month)}, and of others that were adjusted in it`}
        </span>
        <span className={styles['acts']}>
          <LineFiles pending={save.isPending ? save.variables : null} onSave={save.mutate} of=" of these" />
        </span>
      </div>
      <CallFailure error={save.error ?? (rows === undefined ? null : read.error)} />
      {rows === undefined ? (
        <NotLoaded query={read} title="Client’s decisions" lines={3} />
      ) : rows.length === 0 ? (
        <p className={styles['note']}>No reconciliation names one of your respondents.</p>
      ) : (
        <FactsTable
          label="Client’s decisions"
          zone={zone}
          columns={outcomeColumns(zone, setDisputed)}
          rows={rows}
          keyOf={keyOfOutcome}
        />
      )}
      {read.hasNextPage ? (
        <div className={styles['acts']}>
          <Button onPress={() => void read.fetchNextPage()} isPending={read.isFetchingNextPage}>
            Show more rows
          </Button>
        </div>
      ) : null}
      {disputed === null ? null : (
        <DisputeRow
          api={api}
          month={month}
          row={disputed}
          onRaised={() => {
            setDisputed(null)
            void read.refetch()
          }}
          onClosed={() => setDisputed(null)}
        />
      )}
    </section>
  )
}

const keyOfOutcome = ({ rdud, outcome, adjustment_month: month, reason_code: reason }: SupplierOutcome): string =>
  [rdud, outcome, month, reason].join(' ')

const isOutcome = (name: string): name is keyof typeof RECONCILIATION_OUTCOMES =>
  Object.hasOwn(RECONCILIATION_OUTCOMES, name)
const outcomeText = (name: string): string =>
  name === 'undone' ? 'Undone: it counts as before' : isOutcome(name) ? RECONCILIATION_OUTCOMES[name].label : name

const outcomeColumns = (
  zone: string,
  onDispute: (row: SupplierOutcome) => void,
): readonly FactColumn<SupplierOutcome>[] => [
  { header: 'Your id', cell: ({ rid }) => <GivenId text={rid} /> },
  { header: 'RDUD', cell: ({ rdud }) => whole(rdud) },
  { header: 'Outcome', cell: ({ outcome }) => outcomeText(outcome) },
  {
    header: 'Reason',
    cell: ({ reason_code: code, reason }) => (code === null ? NO_FIGURE : `${code} ${reason ?? ''}`.trim()),
  },
  { header: 'Complete of', cell: ({ complete_month: month }) => (month === null ? NO_FIGURE : monthText(month)) },
  { header: 'Adjusted in', cell: ({ adjustment_month: month }) => (month === null ? NO_FIGURE : monthText(month)) },
  {
    header: 'Dispute',
    cell: ({ dispute }) => (dispute === null ? NO_FIGURE : <DisputeState dispute={dispute} zone={zone} />),
  },
  {
    header: 'Act',
    isAction: true,
    cell: row =>
      row.can_dispute ? (
        <Button size="small" onPress={() => onDispute(row)} aria-label={`Dispute ${withMarksNamed(row.rid)}`}>
          Dispute
        </Button>
      ) : null,
  },
]
