import { completeRedirectWarning } from '@desk/machines/status-change/status-change.selectors'
import { isAutoPauseReason, PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import type { FailedReturn, StatusOptions } from '@desk/schema/statuses/status-view'
import { momentText } from '#ui/format/moments.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { LaunchProblem } from './launch-problems.ts'
import styles from './sources.module.css'

/** The warnings of a launch of the stored source. */
export function launchWarnings({ effects }: Pick<StatusOptions, 'effects'>): readonly LaunchProblem[] {
  const suppliers = effects.no_complete_redirect ?? []
  return suppliers.length === 0 ? [] : [{ words: completeRedirectWarning(suppliers), way: null }]
}

export interface AutoPausedProps {
  reason: string
  failed: readonly FailedReturn[]
}

/** Why the system paused the source, with the returns that failed before. */
export function AutoPaused({ reason, failed }: AutoPausedProps) {
  const { name: zone } = useZone()
  return (
    <>
      <p>{isAutoPauseReason(reason) ? PAUSE_REASONS[reason].says : reason}</p>
      {failed.length === 0 ? null : (
        <>
          <h3 className={styles['note']}>The last returns that failed</h3>
          <ul role="list" aria-label="The last returns that failed">
            {failed.map((each, at) => (
              // two returns may have come within one millisecond
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
              <li key={`${at} ${each.at}`}>
                <time dateTime={each.at}>{momentText(each.at, zone)}</time> · {failedWords(each)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const HASH_WORDS = { valid: 'a valid hash', missing: 'no hash', wrong: 'a wrong hash' } as const

function failedWords({ inbound_code: code, hash, via }: FailedReturn): string {
  const address = `${via === 'server' ? 'POST ' : ''}/return?inbound_code=${code ?? ''}`
  return hash === null ? address : `${address}, with ${HASH_WORDS[hash]}`
}
