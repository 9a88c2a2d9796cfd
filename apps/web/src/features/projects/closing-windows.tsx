import type { ProjectIndicator } from '@desk/schema/reconciliation/reconciliation-summary'
import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import screen from '#kit/heads/screen.module.css'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { balanceText, countText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { daysLeftText, reconIndicators } from './recon-indicators.ts'

const MONTHS = [
  { id: 'off', label: 'All projects' },
  { id: 'this_month', label: 'Closing this month' },
  { id: 'next_month', label: 'Closing next month' },
] as const
type Closing = (typeof MONTHS)[number]['id']

const COLUMNS = (zone: string) => [
  {
    header: 'Project',
    cell: ({ pm_proj_ud: id, pm_proj_name }: ProjectIndicator) => (
      <a href={`#/manage/project/${id}/reconciliation`}>{pm_proj_name}</a>
    ),
  },
  {
    header: 'Closes',
    cell: ({ closes_at, days_left }: ProjectIndicator) =>
      closes_at === null || days_left === null
        ? NO_FIGURE
        : `${dateTimeText(Date.parse(closes_at), zone)}, ${daysLeftText(days_left)} left`,
  },
  {
    header: 'Closing completes',
    isFigure: true,
    cell: ({ closing_completes }: ProjectIndicator) => countText(closing_completes),
  },
  {
    header: 'Open completes',
    isFigure: true,
    cell: ({ open_completes }: ProjectIndicator) => countText(open_completes),
  },
  {
    header: 'Money at risk',
    isFigure: true,
    cell: ({ at_risk_cents, currency }: ProjectIndicator) => balanceText(at_risk_cents, currency),
  },
  {
    header: 'Last reconciled',
    cell: ({ last_reconciled_at: at }: ProjectIndicator) =>
      at === null ? 'Never' : dateTimeText(Date.parse(at), zone),
  },
]

/** The choice of the work list "closing this month / next" over all projects, and the list (§6.8); the URL has the choice. */
export function ClosingWindows() {
  const [search, change] = useUrlSearch()
  const closing: Closing = MONTHS.find(({ id }) => id === search['closing'])?.id ?? 'off'
  return (
    <div className={screen['screen']}>
      <div>
        <SegmentedControl
          label="Reconciliation windows"
          segments={MONTHS}
          value={closing}
          onChange={id => change({ closing: id === 'off' ? undefined : id })}
        />
      </div>
      {closing === 'off' ? null : <ClosingList closing={closing} />}
    </div>
  )
}

function ClosingList({ closing }: { readonly closing: Exclude<Closing, 'off'> }) {
  const zone = useZone()
  const read = useQuery(reconIndicators(useDesk()))
  const { data } = read
  if (data === undefined) return <NotLoaded query={read} title="The closing windows" lines={3} />
  const rows = data.filter(each => each.closing === closing)
  return rows.length === 0 ? (
    <p>{`No window with completes closes ${closing === 'this_month' ? 'this month' : 'next month'}.`}</p>
  ) : (
    <FactsTable
      label={`${closing === 'this_month' ? 'Closing this month' : 'Closing next month'}, times in ${zone.text}`}
      columns={COLUMNS(zone.name)}
      rows={rows}
      keyOf={({ pm_proj_ud }) => pm_proj_ud}
    />
  )
}
