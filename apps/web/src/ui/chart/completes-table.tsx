import type { BucketLabels, ChartMode, CompletesBucket } from './buckets.ts'
import { ChartTable } from './chart-table.tsx'
import { EXPECTED_MEANING, hasExpected } from './completes-plot.tsx'
import { UNKNOWN } from '#ui/format/figures.ts'
import styles from './completes-table.module.css'

const NOT_EXPECTED = 'No forecasts of one target and one end cover it'

export interface CompletesTableProps {
  caption: string
  buckets: readonly CompletesBucket[]
  labels: readonly BucketLabels[]
  mode: ChartMode
}

/** The chart's values as a table. */
export function CompletesTable({ caption, buckets, labels, mode }: CompletesTableProps) {
  const hasLine = hasExpected(buckets)
  const sum = (series: 'live' | 'test') =>
    buckets.reduce((total, bucket) => total + bucket[series], 0).toLocaleString('en-US')
  return (
    <ChartTable label={caption} className={styles['values']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{mode === 'hourly' ? 'Hour' : 'Day'}</th>
          <th scope="col">Live</th>
          <th scope="col">Test</th>
          {hasLine ? (
            <th scope="col" title={EXPECTED_MEANING}>
              Expected
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket, index) => (
          <tr key={bucket.startMs}>
            <th scope="row">{labels[index]?.full}</th>
            <td>{bucket.live.toLocaleString('en-US')}</td>
            <td>{bucket.test.toLocaleString('en-US')}</td>
            {hasLine ? (
              <td title={bucket.expected === undefined ? NOT_EXPECTED : undefined}>
                {bucket.expected?.toLocaleString('en-US') ?? UNKNOWN}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{sum('live')}</td>
          <td>{sum('test')}</td>
          {hasLine ? <td /> : null}
        </tr>
      </tfoot>
    </ChartTable>
  )
}
