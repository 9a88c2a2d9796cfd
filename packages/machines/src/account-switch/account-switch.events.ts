import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema, requestId } from '../runtime/event.ts'

const callNo = Schema.Int

/** The new token stays with the runner; only its reference comes in here. */
export const AccountSwitchEvent = Schema.Union([
  /** Chosen in the drawer; from which account, and which account the login belongs to. */
  eventSchema('account.switchRequested', { pm_dsh_ud: Id, fromDshUd: Id, loginParentDshUd: Schema.NullOr(Id) }),
  /** The answer's Status was 0 (§7.8). */
  eventSchema('account.switchAccepted', { callNo, tokenRef: Schema.String }),
  /** Any other Status, with the server's message, or a failure to reach it. */
  eventSchema('account.switchRefused', { callNo, message: Schema.String, requestId }),
  eventSchema('token.stored', { ref: Schema.String }),
  /** The session was checked with the new token. */
  eventSchema('account.switchChecked', { callNo, loginParentDshUd: Schema.NullOr(Id) }),
  eventSchema('account.switchErrorDismissed', {}),
  eventSchema('page.hidden', {}),
  eventSchema('page.unfocused', {}),
  /** Whatever ended it: a 401, a sign-out, another tab. */
  eventSchema('session.ended', {}),
])
export type AccountSwitchEvent = typeof AccountSwitchEvent.Type

/** Sample events against a machine whose last call has the given number. */
export const accountSwitchSamples = (lastCallNo: number): readonly AccountSwitchEvent[] => [
  { type: 'account.switchRequested', pm_dsh_ud: 3, fromDshUd: 2, loginParentDshUd: 1 },
  { type: 'account.switchRequested', pm_dsh_ud: 2, fromDshUd: 2, loginParentDshUd: 1 },
  { type: 'account.switchAccepted', callNo: lastCallNo, tokenRef: 't1' },
  { type: 'account.switchAccepted', callNo: lastCallNo - 1, tokenRef: 't0' },
  { type: 'account.switchRefused', callNo: lastCallNo, message: 'This account cannot be opened.' },
  { type: 'account.switchRefused', callNo: lastCallNo - 1, message: 'Too late.' },
  { type: 'token.stored', ref: 't1' },
  { type: 'token.stored', ref: 't0' },
  { type: 'account.switchChecked', callNo: lastCallNo, loginParentDshUd: 1 },
  { type: 'account.switchChecked', callNo: lastCallNo - 1, loginParentDshUd: 1 },
  { type: 'account.switchErrorDismissed' },
  { type: 'page.hidden' },
  { type: 'page.unfocused' },
  { type: 'session.ended' },
]
