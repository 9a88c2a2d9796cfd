import { ExportButton } from '#kit/tables/export-button.tsx'
import styles from '../bars.module.css'
import type { TimeColumn } from './hour-buckets.ts'

export interface HourColumnsProps {
  readonly columns: readonly TimeColumn[]
  /** Of the zone that the labels are in. */
  readonly zoneText: string
  readonly onChoose: (column: TimeColumn) => void
}

const TITLE = 'By time of entry'
const count = (value: number): string => value.toLocaleString('en-US')

/** Columns over time, each of which leads to its respondents; the same as a table. */
export function HourColumns({ columns, zoneText, onChoose }: HourColumnsProps) {
  const most = Math.max(1, ...columns.map(({ entrants }) => entrants))
  return (
    <section className={styles['part']} aria-label={TITLE} data-exported>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{TITLE}</h2>
        <ExportButton label={TITLE} />
      </div>
      <p className={styles['key']}>
        <span>
          <span aria-hidden className={`${styles['swatch']} ${styles['meant']}`} />
          Matching entrants
        </span>
        <span>
          <span aria-hidden className={`${styles['swatch']} ${styles['rest']}`} />
          All other entrants
        </span>
        <span>Times in {zoneText}</span>
      </p>
      <div className={styles['columns']} role="group" aria-label={`${TITLE}: columns`}>
        {columns.map(column => {
          const { fromMs, label, entrants, respondents } = column
          const words = `${label}: ${count(respondents)} of ${count(entrants)} entrants`
          return (
            <button
              key={fromMs}
              type="button"
              className={styles['column']}
              aria-label={words}
              title={words}
              onClick={() => onChoose(column)}
            >
              <span
                aria-hidden
                className={styles['rest']}
                style={{ blockSize: `${((entrants - respondents) / most) * 100}%` }}
              />
              <span aria-hidden className={styles['meant']} style={{ blockSize: `${(respondents / most) * 100}%` }} />
            </button>
          )
        })}
      </div>
      <div className={styles['axis']} aria-hidden>
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
      <details>
        <summary>As a table</summary>
        <div className={styles['scroll']} role="group" aria-label={`${TITLE}, table`} tabIndex={0}>
          <table className={styles['table']} aria-label={TITLE}>
            <thead>
              <tr>
                <th scope="col">Entered</th>
                <th scope="col" data-figure>
                  Respondents
                </th>
                <th scope="col" data-figure>
                  Entrants
                </th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ fromMs, label, entrants, respondents }) => (
                <tr key={fromMs}>
                  <th scope="row" className={styles['name']}>
                    {label}
                  </th>
                  <td data-figure>{count(respondents)}</td>
                  <td data-figure>{count(entrants)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
