import type { ForecastPage } from '@desk/schema/forecasts/forecast-page'
import { dayText } from '#ui/format/times.ts'
import styles from './forecast-drawer.module.css'

const WIDTH = 300
const HEIGHT = 120
const WEEK_MS = 7 * 24 * 3_600_000

/** The completes of the earlier forecasts, and the way from now to a full target: its middle and its 80 % band, with out of field. */
export function FinishFan({ page, zone }: { readonly page: ForecastPage; readonly zone: string }) {
  const { forecast, earlier, target, completes, ends_at } = page
  const [first] = earlier
  if (forecast === null || first === undefined || target <= 0) return null
  const nowMs = Date.parse(forecast.asked_at)
  const startMs = Date.parse(first.asked_at)
  const known = [forecast.p10_at, forecast.p50_at, forecast.p90_at, ends_at].flatMap(at =>
    at === null ? [] : [Date.parse(at)],
  )
  const endMs = Math.max(nowMs + WEEK_MS / 7, ...known)
  const x = (ms: number) => ((Math.min(ms, endMs) - startMs) / Math.max(1, endMs - startMs)) * WIDTH
  const y = (count: number) => HEIGHT - (Math.min(count, target) / target) * HEIGHT
  // a finish beyond the horizon is on the line to the corner
  const full = (at: string | null) => `${x(at === null ? endMs : Date.parse(at))} ${at === null ? y(completes) : 0}`
  const now = `${x(nowMs)} ${y(completes)}`
  const past = earlier.map(({ asked_at, completes: made }) => `${x(Date.parse(asked_at))} ${y(made)}`)
  return (
    <figure className={styles['fan']}>
      <svg
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        role="img"
        aria-label="Completes so far, and the band to a full target"
      >
        <line x1="0" x2={WIDTH} y1="0" y2="0" className={styles['target']} />
        <path d={`M${now} L${full(forecast.p10_at)} L${full(forecast.p90_at)} Z`} className={styles['band']} />
        {forecast.p50_at === null ? null : (
          <path d={`M${now} L${full(forecast.p50_at)}`} className={styles['middle']} />
        )}
        <path d={`M${[...past, now].join(' L')}`} className={styles['past']} />
        {ends_at === null ? null : (
          <line
            x1={x(Date.parse(ends_at))}
            x2={x(Date.parse(ends_at))}
            y1="-4"
            y2={HEIGHT + 4}
            className={styles['end']}
          />
        )}
      </svg>
      <figcaption>
        <span>{dayText(startMs, zone)}</span>
        <span>{dayText(endMs, zone)}</span>
      </figcaption>
    </figure>
  )
}
