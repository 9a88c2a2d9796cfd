import { TREND_MEASURES, type Trend, type TrendMeasure } from '@desk/schema/defender/scorecard'
import { QUALITY_LEVEL_LABELS } from '@desk/schema/defender/statistics'
import { useQuery } from '@tanstack/react-query'
import { ChartSpline } from 'lucide-react'
import { useLayoutEffect, useMemo, useState } from 'react'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import type { ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { createRowStore } from '#ui/table/row-store.ts'
import { QualityMark } from './quality-mark.tsx'
import { RuleChanges } from './rule-changes.tsx'
import { periodOptions, ruleOptions } from './scorecard-filters.ts'
import { DEFAULT_WEEKS, ruleOf, SCORECARD_PERIODS, weeksOf } from './scorecard-search.ts'
import styles from './scorecards.module.css'
import { TrendChart } from './trend-chart.tsx'

type Point = Trend['points'][number]

const AGAIN_MS = 60_000
const MEASURES = Object.keys(TREND_MEASURES) as TrendMeasure[] // Object.keys loses the key types

/** Whether Defender's shares move beyond chance, by week (§2.27), and the changes in between. */
export function TrendsScreen() {
  useAppTitle('Platform trends')
  const desk = useDesk()
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const [weeks, rule] = [weeksOf(raw['weeks']), ruleOf(raw['rule'])]
  const measure = MEASURES.find(name => name === raw['measure']) ?? 'flagged'
  const query = {
    ...desk.query('scorecards.trend', { query: { weeks, measure, ...(rule === undefined ? {} : { rule }) } }),
    refetchInterval: AGAIN_MS,
  }
  const { data } = useQuery(query)
  const read = useQuery({
    ...query,
    select: ({ points }: Trend): readonly Point[] => (hasTraffic(points) ? points : []),
  })
  const [store] = useState(() => createRowStore<Point>({ idOf: ({ week }) => week }))
  useLayoutEffect(() => {
    if (data !== undefined) store.setAll(data.points)
  }, [store, data])
  const filters: readonly ListFilter<Point>[] = [
    { name: 'weeks', label: 'Period', options: periodOptions, chosen: weeks === DEFAULT_WEEKS ? undefined : weeks },
    ...(measure === 'rejected' ? [] : [{ name: 'rule', label: 'Flagged by', options: ruleOptions, chosen: rule }]),
  ]
  const columns = useMemo(() => trendColumns(measure), [measure])
  const { label, formula } = TREND_MEASURES[measure]
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Platform trends"
        facts={[
          {
            name: 'Counts',
            value: `${SCORECARD_PERIODS[weeks as keyof typeof SCORECARD_PERIODS].toLowerCase()} (UTC, from Monday), by entry, without test respondents`,
          },
          ...(data === undefined
            ? []
            : [
                {
                  name: 'As of',
                  value:
                    data.as_of === null ? 'not counted yet, which takes a minute' : momentText(data.as_of, zone.name),
                },
              ]),
        ]}
        actions={
          <SegmentedControl
            label="Share"
            segments={MEASURES.map(id => ({ id, label: TREND_MEASURES[id].label }))}
            value={measure}
            onChange={id => change({ measure: id === 'flagged' ? undefined : id })}
          />
        }
      />
      <p className={styles['note']}>
        {label}: {formula}. The limits are those of Laney’s p′ chart, which allows for the usual differences between
        weeks. They need four weeks with traffic.
      </p>
      {data !== undefined && hasTraffic(data.points) ? <TrendChart trend={data} zone={zone.name} /> : null}
      <ListTable
        name="weeks"
        label={`${label} by week`}
        rows={{ store, read }}
        columns={columns}
        filters={filters}
        empty={
          <EmptyState
            title={measure === 'rejected' ? 'Nothing was reconciled yet' : 'No traffic yet'}
            icon={<ChartSpline aria-hidden />}
          >
            {measure === 'rejected'
              ? 'Weeks show here once completes of the period were reconciled: before that it is unknown which of them were bad.'
              : 'Weeks show here once respondents have entered within the period.'}
          </EmptyState>
        }
      />
      {data === undefined ? null : <RuleChanges trend={data} zone={zone.name} />}
    </div>
  )
}

const hasTraffic = (points: readonly Point[]): boolean => points.some(({ of }) => of > 0)

function trendColumns(measure: TrendMeasure): readonly DataColumn<Point>[] {
  const columns: readonly DataColumn<Point>[] = [
    {
      id: 'week',
      header: 'Week from',
      kind: 'custom',
      width: 160,
      value: ({ week }) => week.slice(0, 10),
      render: ({ week, is_open: isOpen }) => `${week.slice(0, 10)}${isOpen ? ' (in progress)' : ''}`,
    },
    { id: 'hits', header: TREND_MEASURES[measure].label, kind: 'integer', value: ({ hits }) => hits },
    { id: 'of', header: measure === 'rejected' ? 'Reconciled' : 'Entrants', kind: 'integer', value: ({ of }) => of },
    {
      id: 'share',
      header: 'Share',
      headerTooltip: TREND_MEASURES[measure].formula,
      kind: 'percent',
      value: ({ share }) => share,
    },
    { id: 'low', header: 'Lower limit', headerTooltip: 'Laney p′, 3 σ', kind: 'percent', value: ({ low }) => low },
    { id: 'high', header: 'Upper limit', headerTooltip: 'Laney p′, 3 σ', kind: 'percent', value: ({ high }) => high },
  ]
  if (measure !== 'rejected') return columns
  return [
    ...columns,
    {
      id: 'level',
      header: 'Quality',
      headerTooltip:
        'Red: above the upper limit. Amber: above two thirds of the way from the mean to it. Green: below.',
      kind: 'custom',
      width: 104,
      value: ({ level }) => (level === null ? '' : QUALITY_LEVEL_LABELS[level]),
      render: ({ level }) => <QualityMark level={level} />,
    },
  ]
}
