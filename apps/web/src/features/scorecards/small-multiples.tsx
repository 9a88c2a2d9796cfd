import type { Scorecard } from '@desk/schema/defender/scorecard'
import { shareOf } from '@desk/schema/columns/ratios'
import { percentText } from '#ui/format/figures.ts'
import styles from './scorecards.module.css'

const HEIGHT = 48
/** More charts than these say no more; the table has every line. */
const CHARTS_MAX = 24

export interface SmallMultiplesProps {
  readonly cards: readonly Scorecard[]
  /** The Mondays of the weeks. */
  readonly weeks: readonly string[]
}

/**
 * One small chart for each line, all on one scale: its flagged share by week. The same figures are in each chart's
 * table for users who do not see it.
 */
export function SmallMultiples({ cards, weeks }: SmallMultiplesProps) {
  const shown = cards.filter(({ entrants }) => entrants > 0).slice(0, CHARTS_MAX)
  const shares = shown.map(card => card.weeks.map(({ flagged, entrants }) => shareOf(flagged, entrants)))
  const most = Math.max(0.01, ...shares.flat().map(share => share ?? 0))
  if (shown.length === 0) return null
  return (
    <section className={styles['multiples']} aria-labelledby="small-multiples">
      <h2 id="small-multiples" className={styles['heading']}>
        Flagged by week
      </h2>
      <p className={styles['note']}>
        Flagged ÷ entrants of each week (UTC, from {weeks[0]?.slice(0, 10)}); every chart has a scale to{' '}
        {percentText(most)}. {shown.length < cards.length ? `The first ${shown.length} of ${cards.length}.` : ''}
      </p>
      <ul className={styles['charts']}>
        {shown.map((card, at) => (
          <li key={card.key} className={styles['chart']}>
            <span className={styles['name']}>{card.name}</span>
            <Bars shares={shares[at] ?? []} most={most} weeks={weeks} name={card.name} />
            <span className={styles['figure']}>{percentText(shareOf(card.flagged, card.entrants))} in all</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface BarsProps {
  readonly name: string
  readonly shares: readonly (number | null)[]
  readonly most: number
  readonly weeks: readonly string[]
}

function Bars({ name, shares, most, weeks }: BarsProps) {
  const said = shares.flatMap((share, at) =>
    share === null ? [] : [`${weeks[at]?.slice(0, 10) ?? ''} ${percentText(share)}`],
  )
  return (
    <svg
      role="img"
      aria-label={`${name}: ${said.length === 0 ? 'no entrants' : said.join(', ')}`}
      viewBox={`0 0 ${Math.max(1, shares.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles['bars']}
    >
      {shares.map((share, at) => {
        const height = ((share ?? 0) / most) * HEIGHT
        return (
          <rect key={weeks[at]} x={at + 0.1} width={0.8} y={HEIGHT - height} height={height} className={styles['bar']}>
            <title>{`${weeks[at]?.slice(0, 10) ?? ''}: ${share === null ? 'no entrants' : percentText(share)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
