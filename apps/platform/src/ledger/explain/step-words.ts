import { INBOUND_CODES, INFLIGHT_TIMEOUT_LOI_FACTOR, type RespondentCode } from '@desk/schema/respondents/state'
import type { EventDetail } from '../facts/ledger-lines.ts'

/** A line of the ledger, as far as its words need it. */
export interface ToldEvent {
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
 * What a step says beyond its state, rule and time: of a return which code came back, by which way, and whether a valid hash came with it; of
 * an abandon the time by which nobody had returned. The ledger leaves out what is ordinary; Explain says it all.
 * @param loiStatedMinutes the LOI stated when the respondent entered
 * @returns null when there is nothing more to say
 */
export function stepWords({ from, to, changed, detail }: ToldEvent, loiStatedMinutes: number): string | null {
  if (from === null) return null
  if (changed && to === ABANDONED)
    return `no return by start + ${INFLIGHT_TIMEOUT_LOI_FACTOR} × ${Math.round(loiStatedMinutes * 100) / 100} min`
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
