import { Schema, SchemaGetter } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { CurrentUser } from '@desk/schema/users/current-user'
import { eventSchema, requestId } from '../runtime/event.ts'
import { withoutSecrets } from './session.routes.ts'

/** Hash paths, with their query: '/projects/12/survey?state=live'. A reset token in one is left out as it comes in. */
export const Path = Schema.String.pipe(
  Schema.decode({ decode: SchemaGetter.transform(withoutSecrets), encode: SchemaGetter.passthrough() }),
)
/** When the answer came, by the browser's own clock: only differences between such moments are used. Journals of earlier builds have none. */
const atMs = Schema.optionalKey(Schema.Finite)
/** The number of the call that is answered: answers to older calls are dropped. */
const callNo = Schema.Int

/**
 * No event carries credentials or a token. The forms hand user name, password and code to the runner under an attempt id, and the
 * runner keeps tokens under a reference; only the id and the reference come in here, and go out again with `login`, `giveCode`
 * and `storeToken`.
 */
export const SessionEvent = Schema.Union([
  /** The page has loaded; the runner has looked for a token (§1.9). */
  eventSchema('app.started', { hasToken: Schema.Boolean, path: Path }),
  eventSchema('location.changed', { path: Path }),
  eventSchema('signIn.submitted', { attemptId: Schema.String, remember: Schema.Boolean }),
  /** The password was correct, and the user has a second factor: the code is needed. */
  eventSchema('signIn.codeAsked', { attemptId: Schema.String }),
  eventSchema('signIn.codeSubmitted', { attemptId: Schema.String }),
  /** The code was wrong or did not reach the server; the user may enter another. */
  eventSchema('signIn.codeRefused', { attemptId: Schema.String, message: Schema.String, requestId }),
  eventSchema('signIn.codeGivenUp', {}),
  eventSchema('signIn.succeeded', { attemptId: Schema.String }),
  eventSchema('signIn.refused', {
    attemptId: Schema.String,
    message: Schema.String,
    retryAfterMs: Schema.NullOr(Schema.Finite),
    requestId,
  }),
  /** The check returned the user; switch flag and login parent account come from the storage (§4.6). */
  eventSchema('session.confirmed', {
    callNo,
    user: CurrentUser,
    switchFlag: Schema.Boolean,
    loginParentDshUd: Schema.NullOr(Id),
    atMs,
  }),
  /** `isTransient`: no verdict on the session, since no answer came or the server failed; absent: the check was refused. */
  eventSchema('session.checkFailed', {
    callNo,
    message: Schema.String,
    isTransient: Schema.optionalKey(Schema.Boolean),
    atMs,
    requestId,
  }),
  /** The network is back. */
  eventSchema('network.regained', {}),
  /** Any call was answered 401. */
  eventSchema('session.ended', {}),
  /** The user was idle for the idle time, or another machine asked for a check (§4.7). */
  eventSchema('session.recheckRequested', {}),
  eventSchema('session.endedInOtherTab', {}),
  eventSchema('session.startedInOtherTab', {}),
  eventSchema('signOut.requested', {}),
  eventSchema('password.changed', {}),
  /** The second factor that the account demands is set up. */
  eventSchema('secondFactor.enrolled', {}),
  /** The token is now for another account of the user: account-switch has stored it (§4.9). */
  eventSchema('account.switched', {}),
])
export type SessionEvent = typeof SessionEvent.Type
