import type { BucketLabels, ChartMode, CompletesBucket } from './buckets.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './completes-table.module.css'

export interface CompletesTableProps {
  caption: string
  buckets: readonly CompletesBucket[]
  labels: readonly BucketLabels[]
  mode: ChartMode
}

/** The chart's values as a table. */
export function CompletesTable({ caption, buckets, labels, mode }: CompletesTableProps) {
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
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket, index) => (
          <tr key={bucket.startMs}>
            <th scope="row">{labels[index]?.full}</th>
            <td>{bucket.live.toLocaleString('en-US')}</td>
            <td>{bucket.test.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{sum('live')}</td>
          <td>{sum('test')}</td>
        </tr>
      </tfoot>
    </ChartTable>
  )
}
