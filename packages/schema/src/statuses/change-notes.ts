import { heldWords, isHeld } from './held-by.ts'
import { hasEnded, STATUS_CODES, STATUS_OF_CODE, type StatusCode, type StatusScope } from './status.ts'
import type { StatusEffects } from './status-view.ts'

/** A change of status that waits for its confirmation. */
export interface AskedStatus {
  readonly scope: StatusScope
  readonly from: StatusCode
  readonly to: StatusCode
}

/** That traffic stops or starts (§4.3), or the obstacle to it; null for other changes, and where only the unread effects say it. */
export function trafficNote({ scope, from, to }: AskedStatus, effects: StatusEffects | null): string | null {
  const leaving = STATUS_OF_CODE[from].leaving?.confirmation(`the ${scope}`)
  const entering = STATUS_OF_CODE[to].entering?.confirmation?.()
  if (leaving !== undefined)
    return effects !== null && isHeld(effects) ? `It takes no traffic now: ${heldText(effects)}.` : leaving
  if (entering === undefined || effects === null) return null
  if (isHeld(effects)) return `No traffic yet: ${heldText(effects)}.`
  return effects.ready_sources === 0 && scope !== 'source' ? 'No traffic yet: it has no live source.' : entering
}

const heldText = ({ held_by = [] }: StatusEffects): string =>
  held_by.map(held => `the ${heldWords(held)}`).join(' and ')

/** The warning of a launch: it blocks nothing. */
export const completeRedirectWarning = (suppliers: readonly string[]): string =>
  `${suppliers.join(', ')}: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete.`

const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n.toLocaleString('en-US')} ${many}`)

/** Surveys and sources that stop, respondents in progress, and the warning of a launch. */
export function effectNotes({ scope, from, to }: AskedStatus, effects: StatusEffects): readonly string[] {
  const { live_surveys, live_sources, inflight = 0, no_complete_redirect: suppliers = [] } = effects
  const stops = from === STATUS_CODES.live || hasEnded(to)
  const children = [
    live_surveys > 0 && scope === 'project' ? count(live_surveys, 'survey', 'surveys') : null,
    live_sources > 0 && scope !== 'source' ? count(live_sources, 'source', 'sources') : null,
  ].filter(part => part !== null)
  return [
    ...(stops && children.length > 0 ? [`${children.join(' and ')} will stop.`] : []),
    ...(stops && inflight > 0
      ? [`${count(inflight, 'respondent is', 'respondents are')} in progress and can still finish; they count.`]
      : []),
    ...(to === STATUS_CODES.live && suppliers.length > 0 ? [completeRedirectWarning(suppliers)] : []),
  ]
}
