import { percentText } from '#ui/format/figures.ts'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './bars.module.css'

/** One bar: how many of whom. */
export interface Bar {
  readonly key: string
  readonly name: string
  /** A detail of the name, in small letters. */
  readonly under?: string
  readonly count: number
  /** The total; the share is shown where it is known. */
  readonly of?: number
}

export interface BarsProps {
  readonly title: string
  /** The kind of the names: the head of their column. */
  readonly head: string
  readonly bars: readonly Bar[]
  /** The head of the figures. */
  readonly counted?: string
  /** The text where there are none. */
  readonly none: string
  /** The bar whose people are chosen. */
  readonly chosen?: string | undefined
  /** Chooses a bar, or none any more; left out: there is nothing behind them. */
  readonly onChoose?: (key: string | undefined) => void
}

const count = (value: number): string => value.toLocaleString('en-US')

/** Bars that are a table as well: each name leads to the respondents behind its figure. */
export function Bars({ title, head, bars, counted = 'Respondents', none, chosen, onChoose }: BarsProps) {
  const most = Math.max(1, ...bars.map(bar => bar.count))
  const hasShares = bars.some(({ of }) => of !== undefined)
  return (
    <section className={styles['part']} aria-label={title} data-exported>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {bars.length === 0 ? null : <ExportButton label={title} />}
      </div>
      {bars.length === 0 ? (
        <p>{none}</p>
      ) : (
        <div className={styles['scroll']} role="group" aria-label={`${title}, table`} tabIndex={0}>
          <table className={styles['table']} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                <th scope="col" data-unexported>
                  <VisuallyHidden>Bar</VisuallyHidden>
                </th>
                <th scope="col" data-figure>
                  {counted}
                </th>
                {hasShares ? (
                  <th scope="col" data-figure title="Of all who entered">
                    Share
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {bars.map(bar => (
                <tr key={bar.key} data-chosen={bar.key === chosen || undefined}>
                  <th scope="row" className={styles['name']} title={bar.name}>
                    {onChoose === undefined ? (
                      bar.name
                    ) : (
                      <button
                        type="button"
                        className={styles['choose']}
                        aria-pressed={bar.key === chosen}
                        onClick={() => onChoose(bar.key === chosen ? undefined : bar.key)}
                      >
                        {bar.name}
                      </button>
                    )}
                    {bar.under === undefined ? null : <span className={styles['under']}>{bar.under}</span>}
                  </th>
                  <td className={styles['track']} data-unexported>
                    <div aria-hidden className={styles['bar']} style={{ inlineSize: `${(bar.count / most) * 100}%` }} />
                  </td>
                  <td data-figure>{count(bar.count)}</td>
                  {hasShares ? (
                    <td data-figure>{bar.of === undefined ? '' : percentText(bar.count / bar.of)}</td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
