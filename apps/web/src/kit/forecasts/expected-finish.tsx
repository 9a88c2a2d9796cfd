import { useQuery } from '@tanstack/react-query'
import { useZone } from '#kit/zones/use-zone.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import type { ForecastPlace } from './forecast-request.ts'
import { expectedText } from './what-if-words.ts'
import styles from './what-if.module.css'

const MINUTE_MS = 60_000

/** The finish to expect of an object that goes live now, by its like sources (forecast.md §3). */
export function ExpectedFinish({ place }: { readonly place: ForecastPlace }) {
  const read = useQuery({ ...useDesk().query('forecasts.whatIf', { params: place, query: {} }), staleTime: MINUTE_MS })
  const zone = useZone().name
  const nowMs = useNowMs(MINUTE_MS)
  if (read.error !== null) return <p className={styles['note']}>No feasibility: {failureMessage(read.error)}</p>
  if (read.data === undefined) return <p className={styles['note']}>Working out the feasibility…</p>
  return <p className={styles['note']}>{expectedText(read.data, zone, nowMs)}</p>
}
