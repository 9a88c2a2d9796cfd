import { TREND_MEASURES, type Trend } from '@desk/schema/defender/scorecard'
import { percentText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import styles from './scorecards.module.css'

const WIDTH = 960
const HEIGHT = 220
const EDGE = { left: 52, right: 12, top: 12, bottom: 24 }
const WEEK_MS = 7 * 86_400_000
/** A date is about so wide. */
const TICK_PX = 90

/** Shares by week between their control limits, with a mark at each change of a rule. The table below has the same figures. */
export function TrendChart({ trend: { points, mean, measure, changes }, zone }: { trend: Trend; zone: string }) {
  const most = Math.max(0.01, ...points.flatMap(({ share, high }) => [share ?? 0, high ?? 0])) * 1.05
  const startMs = Date.parse(points[0]?.week ?? '')
  const step = (WIDTH - EDGE.left - EDGE.right) / Math.max(1, points.length)
  const xOf = (at: number): number => EDGE.left + (at + 0.5) * step
  const yOf = (share: number): number => EDGE.top + (1 - share / most) * (HEIGHT - EDGE.top - EDGE.bottom)
  const shown = points.flatMap((point, at) => (point.share === null ? [] : [{ ...point, share: point.share, at }]))
  const limited = shown.flatMap(({ low, high, at }) => (low === null || high === null ? [] : [{ low, high, at }]))
  const band = [
    ...limited.map(({ at, high }) => [xOf(at), yOf(high)]),
    ...limited.toReversed().map(({ at, low }) => [xOf(at), yOf(low)]),
  ]
  const every = Math.max(1, Math.ceil(TICK_PX / step))
  const out = shown.filter(({ share, low, high }) => low !== null && high !== null && (share < low || share > high))
  const { label } = TREND_MEASURES[measure]
  return (
    <div className={styles['frame']} role="group" aria-label={`${label} by week, chart`} tabIndex={0}>
      <svg
        role="img"
        aria-label={`${label} by week: ${shown.length} weeks, ${out.length} of them beyond the limits${out.length === 0 ? '' : `: ${out.map(({ week }) => week.slice(0, 10)).join(', ')}`}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={styles['trend']}
      >
        {[0, most / 2, most].map(share => (
          <g key={share}>
            <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={yOf(share)} y2={yOf(share)} className={styles['rule']} />
            <text x={EDGE.left - 6} y={yOf(share) + 4} textAnchor="end" className={styles['tick']}>
              {percentText(share)}
            </text>
          </g>
        ))}
        {limited.length > 1 ? (
          <polygon points={band.map(pair => pair.join(',')).join(' ')} className={styles['band']} />
        ) : null}
        {mean === null ? null : (
          <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={yOf(mean)} y2={yOf(mean)} className={styles['mean']} />
        )}
        {changes.map(({ at, of, id, name, changes: words }) => {
          const x = EDGE.left + ((Date.parse(at) - startMs) / WEEK_MS) * step
          return (
            <g key={`${at}${of}${id}`}>
              <line x1={x} x2={x} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} className={styles['change']}>
                <title>{`${momentText(at, zone)}, ${name}: ${words.join('; ')}`}</title>
              </line>
            </g>
          )
        })}
        <polyline
          points={shown.map(({ share, at }) => `${xOf(at)},${yOf(share)}`).join(' ')}
          className={styles['line']}
        />
        {shown.map(({ week, share, at, low, high, is_open: isOpen }) => (
          <circle
            key={week}
            cx={xOf(at)}
            cy={yOf(share)}
            r={isOpen ? 3 : 4}
            className={styles['point']}
            data-beyond={low !== null && high !== null && (share < low || share > high)}
            data-open={isOpen}
          >
            <title>{`${week.slice(0, 10)}: ${percentText(share)}${high === null || low === null ? '' : ` (limits ${percentText(low)} to ${percentText(high)})`}`}</title>
          </circle>
        ))}
        {points.map(({ week }, at) =>
          at % every === 0 ? (
            <text key={week} x={xOf(at)} y={HEIGHT - 6} textAnchor="middle" className={styles['tick']}>
              {week.slice(0, 10)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}
