import type { DisputeState } from './dispute.ts'

/** The events of a rejected row: a side disputes it, the buyer decides, time runs out, or the rejection itself goes. */
export type DisputeEvent = 'raised' | 'upheld' | 'overturned' | 'ran_out' | 'rejection_gone'

/** Why something does not follow. */
export type DisputeRefusal = 'one_round' | 'already_decided' | 'not_disputed'

/** The result of an event. */
export type DisputeVerdict = { readonly to: DisputeState } | { readonly refusal: DisputeRefusal }

const WHEN_DISPUTED: Readonly<Record<DisputeEvent, DisputeVerdict>> = {
  raised: { refusal: 'one_round' },
  upheld: { to: 'upheld' },
  overturned: { to: 'overturned' },
  ran_out: { to: 'lapsed' },
  rejection_gone: { to: 'settled' },
}

/**
 * Judges what happens to a dispute: rejected → disputed → upheld, overturned, lapsed or settled, and nothing after that (one round).
 * @param state null: the row is rejected, and was never disputed
 */
export function judgeDispute(state: DisputeState | null, event: DisputeEvent): DisputeVerdict {
  if (state === null) return event === 'raised' ? { to: 'disputed' } : { refusal: 'not_disputed' }
  if (state === 'disputed') return WHEN_DISPUTED[event]
  return { refusal: event === 'raised' ? 'one_round' : 'already_decided' }
}
