import { labelBuckets, type ChartMode, type CompletesBucket } from './buckets.ts'
import { ChartFrame, type ChartFacts } from './chart-frame.tsx'
import { EXPECTED_MEANING, hasExpected, hasTests, NO_MARKS, Plot, type ChartMark } from './completes-plot.tsx'
import { CompletesTable } from './completes-table.tsx'
import styles from './completes-chart.module.css'

export interface CompletesChartProps extends ChartFacts {
  buckets: readonly CompletesBucket[]
  /** Changes that may have moved the completes, the newest first. */
  marks?: readonly ChartMark[]
  mode: ChartMode
  /** The present time, which marks the current bucket. */
  nowMs?: number
  heightPx?: number
  /** A past bucket was chosen, by a click or Enter; gets the moment at which it ends. */
  onChoose?: (endMs: number) => void
  /** The words of that choice, in the tooltip. */
  chooseHint?: string
  /** The actions below the table of values. */
  tableTools?: React.ReactNode
  /** Beside the title: the choice of mode and window. */
  children?: React.ReactNode
}

/** Live and test completes by hour or day, as bars or as a table of the same values. */
export default function CompletesChart({
  buckets,
  marks = NO_MARKS,
  mode,
  nowMs,
  heightPx = 240,
  onChoose,
  chooseHint,
  tableTools,
  children,
  ...facts
}: CompletesChartProps) {
  const { title, zone, zoneLabel } = facts
  return (
    <ChartFrame
      {...facts}
      legend={
        <ul role="list" className={styles['legend']}>
          <li data-series="live">Live</li>
          {hasTests(buckets) ? <li data-series="test">Test</li> : null}
          {hasExpected(buckets) ? (
            <li data-series="expected" title={EXPECTED_MEANING}>
              Expected
            </li>
          ) : null}
          {marks.length > 0 ? <li data-series="change">Change</li> : null}
        </ul>
      }
      tools={children}
      table={
        <>
          <CompletesTable
            caption={`${title}, ${zone} ${zoneLabel}`}
            buckets={buckets}
            labels={labelBuckets(buckets, mode, zone)}
            mode={mode}
          />
          {tableTools}
        </>
      }
    >
      <Plot {...{ title, buckets, marks, mode, zone, nowMs, heightPx, chooseHint }} onChoose={onChoose} />
    </ChartFrame>
  )
}
