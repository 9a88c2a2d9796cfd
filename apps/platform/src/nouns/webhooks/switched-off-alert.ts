import type { Tx } from '#kernel/db/tx'
import { endAlerts, raiseAlerts } from '../alerts/raise.store.ts'
import type { SwitchedOff } from './deliveries.store.ts'

const KIND = 'webhook_off'
const placeOf = (accountId: number, id: number) => ({ accountId, scope: 'account', placeId: id }) as const

/** Raises the alert about an endpoint that the desk has switched off. */
export async function raiseSwitchedOff(
  tx: Tx,
  id: number,
  { accountId, description, isGone }: SwitchedOff,
  at: Date,
): Promise<void> {
  const facts = { reason: isGone ? 'gone' : 'failing', webhook: description }
  await raiseAlerts(tx, [{ ...placeOf(accountId, id), kind: KIND, projectId: null, surveyId: null, at, facts }])
}

/** Ends the alert about an endpoint that is on again, or no longer exists. */
export async function endSwitchedOff(
  tx: Tx,
  id: number,
  { accountId, at }: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  await endAlerts(tx, [{ ...placeOf(accountId, id), kinds: [KIND], at }])
}
