import { useId, useState } from 'react'
import { labelBuckets, type BucketLabels, type ChartMode, type CompletesBucket } from '../../ui/chart/buckets.ts'
import { Button } from '../../ui/button.tsx'
import type { SourceSeries } from './hour-rows.ts'
import { ExportButton } from '../tables/export-button.tsx'
import styles from './source-strips.module.css'

export interface SourceStripsProps {
  title: string
  series: readonly SourceSeries[]
  mode: ChartMode
  /** IANA name. */
  zone: string
  /** '(UTC-05:00)' (§5.31). */
  zoneLabel: string
  isDimmed?: boolean
  sourceName: (sourceId: number) => string | undefined
  /** A line below: what belongs to the window and is not drawn. */
  note?: string
  /** Beside the title: the choice of mode and window. */
  children?: React.ReactNode
}

const count = (value: number): string => value.toLocaleString('en-US')

/** One strip of bars for each source of a survey, all on one scale, or the same values as a table. */
export default function SourceStrips({ title, series, mode, zone, zoneLabel, isDimmed = false, sourceName, note, children }: SourceStripsProps) {
  const [isTable, setTable] = useState(false)
  const headingId = useId()
  const labels = labelBuckets(series[0]?.buckets ?? [], mode, zone)
  const nameOf = (sourceId: number) => sourceName(sourceId) ?? `Source ${sourceId}`
  return (
    <section aria-labelledby={headingId} className={styles['chart']} data-dimmed={isDimmed || undefined}>
      <header className={styles['header']}>
        <h2 id={headingId}>{title}</h2>
        <span className={styles['zone']}>
          {zone} {zoneLabel}
        </span>
        <div className={styles['tools']}>
          {children}
          <Button size="small" aria-pressed={isTable} onPress={() => setTable(!isTable)}>
            Show as table
          </Button>
        </div>
      </header>
      {series.length === 0 ? (
        <p className={styles['none']}>This survey has no sources yet</p>
      ) : isTable ? (
        <div className={styles['asTable']} data-exported>
          <ValuesTable caption={`${title}, ${zone} ${zoneLabel}`} series={series} labels={labels} nameOf={nameOf} />
          <ExportButton label={title} />
        </div>
      ) : (
        <Strips caption={title} series={series} labels={labels} mode={mode} nameOf={nameOf} />
      )}
      {note === undefined ? null : <p className={styles['zone']}>{note}</p>}
    </section>
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
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label={`${caption}: bars`}>
      <table className={styles['strips']} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">
              <span className={styles['ends']}>
                <span>{first?.tick}</span>
                <span>
                  bars up to {count(most)} an {mode === 'hourly' ? 'hour' : 'day'}
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
      </table>
    </div>
  )
}

const STRIP_HEIGHT = 24

function Strip({ buckets, labels, most }: { buckets: readonly CompletesBucket[]; labels: readonly BucketLabels[]; most: number }) {
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
          <rect key={startMs} x={index + 0.12} width={0.76} y={STRIP_HEIGHT - height} height={height} className={styles['bar']}>
            <title>{`${labels[index]?.full ?? ''}: ${live} live`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

function ValuesTable({ caption, series, labels, nameOf }: PartProps) {
  return (
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label={`${caption}: values`}>
      <table className={styles['values']}>
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
      </table>
    </div>
  )
}
