import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
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
  return (
    <Loaded query={read} title="The feasibility" lines={1}>
      {answer => <p className={styles['note']}>{expectedText(answer, zone, nowMs)}</p>}
    </Loaded>
  )
}
