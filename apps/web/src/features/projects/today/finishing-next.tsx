import type { TodayOf } from '@desk/schema/today/today'
import { forecastOf, type Forecast } from '@desk/schema/forecasts/forecast'
import { useQuery } from '@tanstack/react-query'
import { comingText, forecastLines, TOO_FAR } from '#kit/forecasts/forecast-words.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { countText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { sinceText } from '#ui/format/times.ts'
import styles from './today.module.css'

const MOST = 10

/** The middle of a forecast and its band: 'full today 17:40 (today 16:10 to Thu 4 Dec)'. */
function fullWords({ p10_at, p50_at, p90_at }: Forecast, zone: string, nowMs: number): string {
  const words = (at: string | null) => (at === null ? TOO_FAR : comingText(at, zone, nowMs))
  return p50_at === null ? `full ${TOO_FAR}` : `full ${words(p50_at)} (${words(p10_at)} to ${words(p90_at)})`
}

/** The live sources that end within a week and are not full. */
export function FinishingNext({
  of,
  zone,
  nowMs,
}: {
  readonly of: TodayOf
  readonly zone: string
  readonly nowMs: number
}) {
  const { data } = useQuery(useDesk().query('today.finishing', { query: { of, limit: MOST } }))
  if (data === undefined || data.length === 0) return null
  return (
    <section className={styles['card']} aria-labelledby="finishing-next">
      <h2 id="finishing-next">Finishing next</h2>
      <ul>
        {data.map(({ forecast: text, ...source }) => {
          const forecast = forecastOf(text)
          return (
            <li key={source.stmid}>
              <a href={`#/projects/${source.pm_proj_ud}/survey/${source.pm_sy_ud}/streams?only=${source.stmid}`}>
                {[source.name, source.pm_sy_name, source.pm_proj_name].map(isolated).join(' · ')}
              </a>
              <span className={styles['meta']}>
                {countText(source.target - source.completes)} left · {sinceText(source.out_of_field_date, zone, nowMs)}
              </span>
              {forecast === null ? null : (
                <span className={styles['meta']} title={forecastLines(forecast, zone).join('\n')}>
                  {fullWords(forecast, zone, nowMs)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
