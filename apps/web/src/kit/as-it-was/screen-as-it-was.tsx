import { effectiveLabel, type HeldBy } from '@desk/schema/statuses/held-by'
import { statusColourKey } from '@desk/schema/statuses/pause-reasons'
import type { StatusCode, StatusScope } from '@desk/schema/statuses/status'
import type { ViewedList } from '@desk/schema/reports/report-view'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { countText, minutesText, moneyText, round } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import type { CardColumns } from '#ui/table/cards.ts'
import type { DataColumn } from '#ui/table/column.ts'
import type { TableView } from '#ui/table/view.ts'
import { CompletesPanel, type CompletesPanelProps } from '#kit/charts/completes-panel.tsx'
import { PageHead, type HeadFact } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { EffectiveStatus } from '#kit/statuses/effective-status.tsx'
import { cents } from '#kit/tables/figure-columns.ts'
import { LiveTable } from '#kit/tables/live-table.tsx'
import type { LiveRow } from '#kit/tables/live-row.ts'
import { LIVE_TABLE, useLiveTable, type TableSnapshot, type TotalFigures } from '#kit/tables/use-live-table.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { AsOf } from './as-of.ts'
import { MomentBar } from './moment-bar.tsx'

/** An object at a moment, with its table. */
export interface ReadAsItWas<Row> {
  readonly name: string
  readonly statusid: StatusCode
  readonly heldBy: HeldBy | null
  /** Of a survey, its project's. */
  readonly pm_proj_name: string
  readonly status_reason: string | null
  readonly rows: readonly Row[]
  readonly totals: TotalFigures
}

export interface ScreenAsItWasProps<Row extends LiveRow> {
  readonly asOf: AsOf
  readonly of: { readonly scope: StatusScope; readonly id: number }
  readonly crumbsOf: (was: ReadAsItWas<Row>) => readonly Crumb[]
  readonly read: (signal: AbortSignal) => Promise<ReadAsItWas<Row>>
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** The kind of its rows. */
  readonly rowScope: StatusScope
  readonly heldBy: (row: Row, of: Pick<ReadAsItWas<Row>, 'statusid' | 'heldBy'>) => HeldBy | null
  readonly list: ViewedList
  readonly label: string
  /** The columns of the live table. */
  readonly columns: readonly DataColumn<Row>[]
  readonly defaultView: TableView
  readonly cards: CardColumns
  readonly chart: Pick<CompletesPanelProps, 'projectId' | 'surveyId'>
}

const NO_CRUMBS = [{ label: 'Projects', href: '#/projects' }]

/** The page of a survey or project at a past moment (forecast.md §7): status, table and chart as they were. Mount it again for another moment. */
export function ScreenAsItWas<Row extends LiveRow>({
  asOf,
  of,
  crumbsOf,
  read,
  idOf,
  nameOf,
  rowScope,
  heldBy,
  list,
  label,
  columns,
  defaultView,
  cards,
  chart,
}: ScreenAsItWasProps<Row>) {
  const zone = useZone()
  const [head, setHead] = useState<ReadAsItWas<Row> | null>(null)
  const rows = useLiveTable<Row>({
    topic: null,
    isStill: true,
    queryKey: [LIVE_TABLE, 'as it was', of.scope, of.id, asOf.at],
    read: async (signal): Promise<TableSnapshot<Row>> => {
      const was = await read(signal)
      setHead(was)
      return was
    },
    idOf,
    nameOf,
    scope: rowScope,
  })
  const still = useMemo(() => columns.map(column => stillOf(column, heldBy, head)), [columns, heldBy, head])
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={head === null ? NO_CRUMBS : crumbsOf(head)}
        title={head?.name ?? null}
        loadingLabel="Loading the past moment"
        status={
          head === null ? null : (
            <StatusPill
              colourKey={statusColourKey(head.heldBy?.statusid ?? head.statusid, head.status_reason)}
              label={effectiveLabel(head.statusid, head.heldBy)}
            />
          )
        }
        facts={head === null ? [] : factsOf(head.totals, zone.name)}
      />
      <MomentBar asOf={asOf} />
      <LiveTable
        name={list}
        label={label}
        title={`${label} of ${head?.name ?? of.scope} as of ${momentText(asOf.at, zone.name)}`}
        rows={rows}
        columns={still}
        defaultView={defaultView}
        cards={cards}
        hasStatusFilter
        why={{ scope: rowScope, total: of, isByClick: true }}
        totalsLabel="Total"
        empty={
          <EmptyState title={`No ${label.toLocaleLowerCase('en')} then`} icon={<History aria-hidden />}>
            At this moment there were none yet.
          </EmptyState>
        }
      />
      <CompletesPanel
        {...chart}
        asOf={asOf.at}
        sourceName={id => (rowScope === 'source' ? nameIn(rows, id) : undefined)}
      />
    </div>
  )
}

/** A column of the live table without its acts. */
function stillOf<Row extends LiveRow>(
  column: DataColumn<Row>,
  heldBy: ScreenAsItWasProps<Row>['heldBy'],
  head: ReadAsItWas<Row> | null,
): DataColumn<Row> {
  const { render, isEditable: _, ...plain } = column
  if (column.id === 'name') return { ...plain, render: row => <ClampedText>{String(plain.value(row))}</ClampedText> }
  if (column.id !== 'status' || head === null) return render === undefined ? plain : { ...plain, render }
  return {
    ...plain,
    value: row => effectiveLabel(row.statusid, heldBy(row, head)),
    render: row => <EffectiveStatus statusid={row.statusid} reason={row.status_reason} heldBy={heldBy(row, head)} />,
  }
}

function nameIn<Row extends LiveRow>(rows: ReturnType<typeof useLiveTable<Row>>, id: number): string | undefined {
  const row = rows.store.get(String(id))
  return row === undefined ? undefined : rows.nameOf(row)
}

function factsOf({ target, stated_loi, stated_ir, sell_price, ends_at }: TotalFigures, zone: string): HeadFact[] {
  return [
    ...(target === undefined ? [] : [{ name: 'Target', value: countText(target) }]),
    ...(stated_loi == null ? [] : [{ name: 'LOI', value: `${minutesText(stated_loi)} min` }]),
    ...(stated_ir == null ? [] : [{ name: 'IR', value: `${round(stated_ir, 1)}%` }]),
    ...(sell_price == null ? [] : [{ name: 'Sell', value: moneyText(cents(sell_price)) }]),
    ...(ends_at == null ? [] : [{ name: 'Out of field', value: momentText(ends_at, zone) }]),
  ]
}
