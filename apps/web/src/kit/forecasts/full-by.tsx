import { forecastOf } from '@desk/schema/forecasts/forecast'
import type { FieldFacts } from '@desk/schema/figures/field-facts'
import type { Figures } from '@desk/schema/figures/figures'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { countText, UNKNOWN } from '#ui/format/figures.ts'
import { openForecast, type ForecastPlace } from './forecast-request.ts'
import { comingText, forecastLines } from './forecast-words.ts'
import styles from './full-by.module.css'

/** Fewer completes short are no reason to act (day.md §2). */
const SHORT_COMPLETES = 10

interface FullByProps {
  readonly row: Pick<Figures, 'completes' | 'target'> & Pick<FieldFacts, 'forecast'> & { readonly statusid: StatusCode }
  readonly place: ForecastPlace
  readonly at: { readonly nowMs: number; readonly zone: string }
}

/** When a live row will be full; red where it probably will not be in time. It opens the forecast. */
export function FullBy({ row, place, at: { nowMs, zone } }: FullByProps) {
  const forecast = forecastOf(row.forecast)
  if (forecast === null)
    return row.statusid === STATUS_CODES.live && row.target > row.completes ? (
      <span title={`No forecast yet: ${countText(row.completes)} completes`}>{UNKNOWN}</span>
    ) : null
  const { p50_at, p_full, expected_at_end } = forecast
  const isShort =
    p_full !== null && p_full < 0.5 && expected_at_end !== null && row.target - expected_at_end >= SHORT_COMPLETES
  return (
    <button
      type="button"
      title={forecastLines(forecast, zone).join('\n')}
      className={styles['fullBy']}
      data-short={isShort || undefined}
      onClick={() => openForecast(place)}
    >
      {p50_at === null ? 'later' : comingText(p50_at, zone, nowMs)}
    </button>
  )
}
