import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { eventSchema, requestId } from '../runtime/event.ts'

const callNo = Schema.Int

/** The new token stays with the runner; only its reference comes in here. */
export const AccountSwitchEvent = Schema.Union([
  /** The user chose an account in the drawer. Carries the present account and the account of the login. */
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
  /** By a 401, a sign-out or another tab. */
  eventSchema('session.ended', {}),
])
export type AccountSwitchEvent = typeof AccountSwitchEvent.Type
