import { knownFor } from '@desk/schema/columns/supply-cost'
import type { ReconciliationSummary } from '@desk/schema/reconciliation/reconciliation-summary'
import type { CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { whyFigure } from '#kit/figure-changes/why-figure.tsx'
import { whyOfReport } from '#kit/figure-changes/why-line-figure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { balanceText, changeText, countText, UNKNOWN } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { AfterReversals } from './after-reversals.tsx'
import { amountText } from './cost-text.tsx'
import styles from './money-stand.module.css'

const TITLE = 'Revenue, cost and margin'

/** A project's money as a part of a page (settlement.md §1): revenue, cost, what reconciliations changed, and what can still change. */
export function MoneyStand({ projectId }: { readonly projectId: number }) {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {TITLE}
      </h2>
      <Facts projectId={projectId} />
    </section>
  )
}

/** The same behind a title that opens it; it is read once that is open. */
export function FoldedMoneyStand({ projectId }: { readonly projectId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['part']} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles['summary']}>{TITLE}</summary>
      {isOpen ? <Facts projectId={projectId} /> : null}
    </details>
  )
}

function Facts({ projectId }: { readonly projectId: number }) {
  const desk = useDesk()
  const costs = useQuery({
    ...desk.query('reports.costSummaryV2', { query: { pm_proj_ud: projectId } }),
    staleTime: 0,
  })
  const stand = useQuery({
    ...desk.query('reconciliation.summary', { params: { project: projectId } }),
    staleTime: 0,
  })
  const seesReversals = useMayCall('reversals.read')
  if (costs.data === undefined || stand.data === undefined)
    return <NotLoaded query={oneRead([costs, stand])} title="The money" lines={2} />
  return (
    <dl className={styles['facts']}>
      {factsOf(projectId, costs.data, stand.data, seesReversals).map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note === undefined ? null : <span className={styles['note']}>{note}</span>}
          </dd>
        </div>
      ))}
      <div>
        <dt>Next deadline</dt>
        <dd>
          <Deadline projectId={projectId} summary={stand.data} />
        </dd>
      </div>
    </dl>
  )
}

/** Names, values and the note below; money that the view hides is absent (domain.md §4). */
function factsOf(
  projectId: number,
  { total, currency }: CostSummaryV2,
  { money, last_stored_at, months, open_completes }: ReconciliationSummary,
  seesReversals: boolean,
): readonly (readonly [name: string, value: React.ReactNode, note?: string | undefined])[] {
  const amount = (units: number | null): string => amountText(units, currency)
  const known = knownFor('Margin', total) ?? undefined
  const open = months.filter(({ is_open }) => is_open)
  const atRiskCents = open.reduce((sum, { sell_cents }) => sum + sell_cents, 0)
  const why = (figure: string, label: string, text: string) =>
    whyOfReport({ report: 'costs', figure, label, query: { pm_proj_ud: projectId } }, text)
  return [
    ['Revenue', why('revenue', 'Revenue', amount(total.revenue))],
    ...(total.expense === undefined
      ? []
      : [['Expense', whyFigure({ scope: 'project', id: projectId }, 'expense', amount(total.expense))] as const]),
    ...(total.margin === undefined
      ? []
      : [
          [
            'Margin',
            why(
              'margin',
              'Margin',
              total.margin === null ? UNKNOWN : changeText(Math.round(total.margin * 100), currency),
            ),
            known && `${known}.`,
          ] as const,
        ]),
    ...(seesReversals && total.margin !== undefined
      ? [
          [
            'After reversals',
            <AfterReversals
              key="after"
              of={{ pm_proj_ud: projectId }}
              figure="margin"
              cents={total.margin === null ? null : Math.round(total.margin * 100)}
            />,
          ] as const,
        ]
      : []),
    [
      'Adjustments',
      last_stored_at === null
        ? 'None'
        : why('revenue_adjusted', 'Adjustments', changeText(money.sell_cents, money.currency)),
      last_stored_at === null ? 'Nothing was reconciled yet.' : adjustedText(money),
    ],
    [
      'Open window',
      open_completes === 1 ? '1 complete' : `${countText(open_completes)} completes`,
      open_completes === 0
        ? 'Nothing can be adjusted.'
        : `${balanceText(atRiskCents, money.currency)} can still be adjusted.`,
    ],
  ]
}

/** Whose money the adjustments changed, and for how many of them the supply side is known. */
function adjustedText({
  currency,
  completes,
  supply_cents: cents,
  priced_completes: priced,
}: ReconciliationSummary['money']): string {
  if (cents === undefined || priced === undefined) return 'From the client.'
  const known = knownFor('Expense', { completes, pricedCompletes: priced })
  return [
    cents === null ? 'From the client.' : `From the client; ${changeText(cents, currency)} to suppliers.`,
    ...(known === null ? [] : [`${known}.`]),
  ].join(' ')
}

function Deadline({ projectId, summary }: { readonly projectId: number; readonly summary: ReconciliationSummary }) {
  const { next_deadline_at: at, time_zone, last_stored_at: last } = summary
  return (
    <>
      {at === null ? 'None' : dateTimeText(Date.parse(at), time_zone)}
      <span className={styles['note']}>
        {last === null ? '' : `Last reconciled ${dateTimeText(Date.parse(last), time_zone)}. `}
        {`Times in ${time_zone}. `}
        <a href={`#/manage/project/${projectId}/reconciliation`}>Reconcile</a>
      </span>
    </>
  )
}
