import { INBOUND_CODES, INFLIGHT_TIMEOUT_LOI_FACTOR, type RespondentCode } from '@desk/schema/respondents/state'
import type { EventDetail } from '../facts/ledger-lines.ts'

/** The part of a ledger line that its words need. */
export interface ExplainedEvent {
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly changed: boolean
  readonly detail: EventDetail | null
}

const ABANDONED = 40
const CODE_OF_STATE: ReadonlyMap<RespondentCode, string> = new Map(
  Object.entries(INBOUND_CODES).map(([inbound, state]) => [state, inbound]),
)

/**
 * A step's text beyond its state, rule and time: for a return its code, its way, and whether its hash was valid; for an abandon
 * the time by which the respondent had not returned. The ledger leaves out the ordinary case; Explain shows everything.
 * @param loiStatedMinutes the LOI stated when the respondent entered
 * @returns null when there is nothing more to say
 */
export function stepWords({ from, to, changed, detail }: ExplainedEvent, loiStatedMinutes: number): string | null {
  if (from === null) return detail?.ordud === undefined ? null : `invited again, first RDUD ${detail.ordud}`
  if (changed && to === ABANDONED)
    return `no return by start + ${INFLIGHT_TIMEOUT_LOI_FACTOR} × ${Math.round(loiStatedMinutes * 100) / 100} min`
  if (detail?.request !== undefined)
    return detail.reason === undefined
      ? `reconciliation ${detail.request} takes back an earlier one`
      : `reconciliation ${detail.request}, reason ${detail.reason}`
  const { via, hash, late, again } = detail ?? {}
  const inbound = detail?.inbound ?? (changed ? CODE_OF_STATE.get(to) : undefined)
  if (inbound === undefined) return again ? 'entered again' : null
  return [
    again ? 'returned again' : null,
    `inbound code ${inbound}`,
    via === 'server' ? 'server-to-server' : 'by browser',
    hash === undefined ? 'no hash checked' : `hash ${hash}`,
    late ? 'late' : null,
  ]
    .filter(word => word !== null)
    .join(', ')
}
