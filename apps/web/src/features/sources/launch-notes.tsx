import type { FormValues } from '@desk/machines/form/form.setup'
import { completeRedirectWarning } from '@desk/schema/statuses/change-notes'
import type { FailedReturn, StatusOptions } from '@desk/schema/statuses/status-view'
import { redirectField } from '@desk/schema/suppliers/supplier-form'
import { momentText } from '#ui/format/moments.ts'
import { pauseWords } from '#kit/statuses/status-words.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { LaunchProblem } from './launch-problems.ts'
import type { Seller } from './source-lists.ts'
import { partsIn } from './source-plan.ts'
import styles from './sources.module.css'

const withoutRedirect = (suppliers: readonly string[]): readonly LaunchProblem[] =>
  suppliers.length === 0 ? [] : [{ words: completeRedirectWarning(suppliers), way: null }]

/** The warnings of a launch of the stored source. */
export const launchWarnings = ({ effects }: Pick<StatusOptions, 'effects'>): readonly LaunchProblem[] =>
  withoutRedirect(effects.no_complete_redirect ?? [])

/** The redirects that send a complete back (domain.md §3). */
const OF_COMPLETES = ['complete', 'default'] as const

/** The warnings of a launch of a new source, by the values of its form. */
export function newLaunchWarnings(values: FormValues, sellers: readonly Seller[]): readonly LaunchProblem[] {
  const hasOwn = OF_COMPLETES.some(type => {
    const typed = values[redirectField(type)]
    return typeof typed === 'string' && typed.trim() !== ''
  })
  const ids = [values['pm_sup_ud'], ...partsIn(values['suppliers']).map(({ pm_sup_ud }) => pm_sup_ud)]
  const lacking = sellers.filter(
    ({ pm_sup_ud, redirect_types: types }) =>
      ids.includes(pm_sup_ud) && !OF_COMPLETES.some(type => types.includes(type)),
  )
  return withoutRedirect(hasOwn ? [] : lacking.map(({ name }) => name))
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
      <p>{pauseWords(reason)}</p>
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
