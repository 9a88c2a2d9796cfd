import { labelBuckets, type BucketLabels, type ChartMode, type CompletesBucket } from '#ui/chart/buckets.ts'
import { ChartFrame, type ChartFacts } from '#ui/chart/chart-frame.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { namesById } from '#kit/forms/named-options.ts'
import type { SourceSeries } from './hour-rows.ts'
import { ExportButton } from '#kit/tables/export-button.tsx'
import styles from './source-strips.module.css'

export interface SourceStripsProps extends ChartFacts {
  series: readonly SourceSeries[]
  mode: ChartMode
  sourceName: (sourceId: number) => string | undefined
  /** Beside the title: the choice of mode and window. */
  children?: React.ReactNode
}

const count = (value: number): string => value.toLocaleString('en-US')

/** One strip of bars for each source of a survey, all on one scale, or the same values as a table. */
export default function SourceStrips({ series, mode, sourceName, children, ...facts }: SourceStripsProps) {
  const { title, zone, zoneLabel } = facts
  const labels = labelBuckets(series[0]?.buckets ?? [], mode, zone)
  const names = namesById(series.map(({ sourceId: id }) => ({ id, name: sourceName(id) ?? `Source ${id}` })))
  const nameOf = (sourceId: number) => names.get(sourceId) ?? ''
  const hasSources = series.length > 0
  return (
    <ChartFrame
      {...facts}
      tools={children}
      table={
        hasSources ? (
          <>
            <ValuesTable caption={`${title}, ${zone} ${zoneLabel}`} series={series} labels={labels} nameOf={nameOf} />
            <ExportButton label={title} />
          </>
        ) : null
      }
    >
      {hasSources ? (
        <Strips caption={title} series={series} labels={labels} mode={mode} nameOf={nameOf} />
      ) : (
        <p className={styles['none']}>This survey has no sources yet</p>
      )}
    </ChartFrame>
  )
}

interface PartProps {
  caption: string
  series: readonly SourceSeries[]
  labels: readonly BucketLabels[]
  nameOf: (sourceId: number) => string
}

function Strips({ caption, series, labels, mode, nameOf }: PartProps & { mode: ChartMode }) {
  const most = Math.max(1, ...series.flatMap(({ buckets }) => buckets.map(({ live }) => live)))
  const first = labels[0]
  const last = labels.at(-1)
  return (
    <ChartTable label={`${caption}: bars`} name={caption} className={styles['strips']}>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">
            <span className={styles['ends']}>
              <span>{first?.tick}</span>
              <span>
                scale to {count(most)} {mode === 'hourly' ? 'an hour' : 'a day'}
              </span>
              <span>{last?.tick}</span>
            </span>
          </th>
          <th scope="col">Live</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ sourceId, buckets, total }) => (
          <tr key={sourceId}>
            <th scope="row">{nameOf(sourceId)}</th>
            <td>
              <Strip buckets={buckets} labels={labels} most={most} />
            </td>
            <td>{count(total)}</td>
          </tr>
        ))}
      </tbody>
    </ChartTable>
  )
}

const STRIP_HEIGHT = 24

function Strip({
  buckets,
  labels,
  most,
}: {
  buckets: readonly CompletesBucket[]
  labels: readonly BucketLabels[]
  most: number
}) {
  const peak = buckets.reduce((best, { live }, index) => (live > (buckets[best]?.live ?? 0) ? index : best), 0)
  const top = buckets[peak]?.live ?? 0
  return (
    <svg
      role="img"
      aria-label={top === 0 ? 'No completes in this window' : `Most ${count(top)}: ${labels[peak]?.full ?? ''}`}
      viewBox={`0 0 ${Math.max(1, buckets.length)} ${STRIP_HEIGHT}`}
      preserveAspectRatio="none"
      className={styles['strip']}
    >
      {buckets.map(({ startMs, live }, index) => {
        const height = (live / most) * STRIP_HEIGHT
        return (
          <rect
            key={startMs}
            x={index + 0.12}
            width={0.76}
            y={STRIP_HEIGHT - height}
            height={height}
            className={styles['bar']}
          >
            <title>{`${labels[index]?.full ?? ''}: ${live} live`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

function ValuesTable({ caption, series, labels, nameOf }: PartProps) {
  return (
    <ChartTable label={`${caption}: values`} className={styles['values']}>
      <caption>{caption}; test completes in brackets</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          {labels.map(({ full, tick }) => (
            <th key={full} scope="col" title={full} aria-label={full}>
              {tick}
            </th>
          ))}
          <th scope="col">Live</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ sourceId, buckets, total }) => (
          <tr key={sourceId}>
            <th scope="row">{nameOf(sourceId)}</th>
            {buckets.map(({ startMs, live, test }) => (
              <td key={startMs}>
                {count(live)}
                {test > 0 ? ` (${count(test)})` : ''}
              </td>
            ))}
            <td>{count(total)}</td>
          </tr>
        ))}
      </tbody>
    </ChartTable>
  )
}
