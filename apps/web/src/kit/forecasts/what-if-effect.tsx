import type { WhatIf, WhatIfQuery } from '@desk/schema/forecasts/what-if'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useZone } from '#kit/zones/use-zone.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useAfterQuiet } from '#runtime/hooks/use-after-quiet.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import type { ForecastPlace } from './forecast-request.ts'
import { effectLines, effectNotes } from './what-if-words.ts'
import styles from './what-if.module.css'

const QUIET_MS = 200
const MINUTE_MS = 60_000

interface WhatIfEffectProps {
  readonly place: ForecastPlace
  readonly query: WhatIfQuery
  /** Its figures are in one row. */
  readonly isWide?: boolean
}

/** The effect of a change before it is saved: full by, chance, cost and margin, as they are and as they would be. */
export function WhatIfEffect({ place, query, isWide = false }: WhatIfEffectProps) {
  const desk = useDesk()
  const text = JSON.stringify(query)
  const [asked, setAsked] = useState(query)
  useAfterQuiet(QUIET_MS, text, () => setAsked(query))
  const { data, error, isPlaceholderData } = useQuery({
    ...desk.query('forecasts.whatIf', { params: place, query: asked }),
    staleTime: MINUTE_MS,
    placeholderData: before => before,
  })
  if (error !== null) return <p className={styles['note']}>The effect is not known: {failureMessage(error)}</p>
  if (data === undefined) return <p className={styles['note']}>Working out the effect…</p>
  return <Effect answer={data} isWide={isWide} isOld={isPlaceholderData || text !== JSON.stringify(asked)} />
}

function Effect({
  answer,
  isWide,
  isOld,
}: {
  readonly answer: WhatIf
  readonly isWide: boolean
  readonly isOld: boolean
}) {
  const zone = useZone().name
  const nowMs = useNowMs(MINUTE_MS)
  return (
    <div className={styles['effect']} data-wide={isWide || undefined} data-old={isOld || undefined}>
      <dl>
        {effectLines(answer, zone, nowMs).map(({ name, from, to, band, effect }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {to === null ? (
                from
              ) : (
                <>
                  <span className={styles['from']}>{from} → </span>
                  <strong data-effect={effect ?? undefined}>{to}</strong>
                </>
              )}
              {band === null ? null : <span className={styles['band']}> ({band})</span>}
            </dd>
          </div>
        ))}
      </dl>
      {effectNotes(answer, zone, nowMs).map(note => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </div>
  )
}
