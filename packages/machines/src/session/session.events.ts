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
 * No event carries what is typed to sign in, nor a token. The forms hand user name, password and code to the runner under an
 * attempt id, and the runner keeps tokens under a reference; only the id and the reference come in here, and go out again with
 * `login`, `giveCode` and `storeToken`.
 */
export const SessionEvent = Schema.Union([
  /** The page has loaded; the runner has looked for a token (§1.9). */
  eventSchema('app.started', { hasToken: Schema.Boolean, path: Path }),
  eventSchema('location.changed', { path: Path }),
  eventSchema('signIn.submitted', { attemptId: Schema.String, remember: Schema.Boolean }),
  /** The password was right, and the user has a second factor: its code is wanted. */
  eventSchema('signIn.codeAsked', { attemptId: Schema.String }),
  eventSchema('signIn.codeSubmitted', { attemptId: Schema.String }),
  /** The code was wrong, or did not get there; another may be given. */
  eventSchema('signIn.codeRefused', { attemptId: Schema.String, message: Schema.String, requestId }),
  eventSchema('signIn.codeGivenUp', {}),
  eventSchema('signIn.succeeded', { attemptId: Schema.String }),
  eventSchema('signIn.refused', {
    attemptId: Schema.String,
    message: Schema.String,
    retryAfterMs: Schema.NullOr(Schema.Finite),
    requestId,
  }),
  /** The check answered the user; switch flag and login parent account come from the storage (§4.6). */
  eventSchema('session.confirmed', {
    callNo,
    user: CurrentUser,
    switchFlag: Schema.Boolean,
    loginParentDshUd: Schema.NullOr(Id),
    atMs,
  }),
  /** `isTransient`: nothing was said of the session, as no answer came, or the server had trouble of its own; left out, the check was refused. */
  eventSchema('session.checkFailed', {
    callNo,
    message: Schema.String,
    isTransient: Schema.optionalKey(Schema.Boolean),
    atMs,
    requestId,
  }),
  /** The browser has its network again. */
  eventSchema('network.regained', {}),
  /** Any call was answered 401. */
  eventSchema('session.ended', {}),
  /** Nobody has done anything for the idle time, or something wants certainty (§4.7). */
  eventSchema('session.recheckRequested', {}),
  eventSchema('session.endedInOtherTab', {}),
  eventSchema('session.startedInOtherTab', {}),
  eventSchema('signOut.requested', {}),
  eventSchema('password.changed', {}),
  /** A second factor, which the account wants of everybody, is set up. */
  eventSchema('secondFactor.enrolled', {}),
  /** The token is one for another account of the user now: account-switch has it stored (§4.9). */
  eventSchema('account.switched', {}),
])
export type SessionEvent = typeof SessionEvent.Type

export const SAMPLE_USER: CurrentUser = {
  uid: 11,
  firstname: 'Ann',
  lastname: 'Lee',
  username: 'ann@acme.example',
  role_id: 2,
  is_consultant: false,
  is_adm_groups: false,
  pm_dsh_ud: 2,
  pm_parent_dsh_ud: 1,
  login_pm_parent_dsh_ud: 1,
  user_time_zone: 15,
  advanced_source_view_external: false,
  advanced_stream_view: false,
  account_switch_enabled: true,
  is_password_updated: true,
  is_super_admin: false,
  can_open_user_settings: false,
  dashboard_name: 'Acme',
  account_type: 'DESK',
  isRepdataUser: false,
  internalUser: false,
  streamViewType: 'external',
  second_factor: 'off',
  settings: [],
}

/** Sample events against a machine whose last call has the given number: each answer once for that call, once for an older one. */
export function sessionSamples(lastCallNo: number): readonly SessionEvent[] {
  const stored = { switchFlag: false, loginParentDshUd: null }
  const confirmed = { type: 'session.confirmed', callNo: lastCallNo, user: SAMPLE_USER, ...stored } as const
  return [
    { type: 'app.started', hasToken: true, path: '/projects/5/survey' },
    { type: 'app.started', hasToken: true, path: '/login?redirect=%2Fsuppliers' },
    { type: 'app.started', hasToken: true, path: '/logout' },
    { type: 'app.started', hasToken: true, path: '/reset-password/*' },
    { type: 'app.started', hasToken: false, path: '/projects/5/survey' },
    { type: 'app.started', hasToken: false, path: '/login?redirect=%2Fprojects%2F5%2Fsurvey' },
    { type: 'app.started', hasToken: false, path: '/session-expired?redirect=%2Fprojects' },
    { type: 'app.started', hasToken: false, path: '/logout' },
    { type: 'location.changed', path: '/login?redirect=%2Fsuppliers' },
    { type: 'location.changed', path: '/suppliers' },
    { type: 'location.changed', path: '/logout' },
    { type: 'location.changed', path: '/change-password?action=change_password' },
    { type: 'location.changed', path: '/session-expired?redirect=%2Fprojects' },
    { type: 'location.changed', path: '/second-factor' },
    { type: 'signIn.submitted', attemptId: 'a1', remember: true },
    { type: 'signIn.codeAsked', attemptId: 'a1' },
    { type: 'signIn.codeAsked', attemptId: 'a0' },
    { type: 'signIn.codeSubmitted', attemptId: 'a1' },
    { type: 'signIn.codeSubmitted', attemptId: 'a0' },
    { type: 'signIn.codeRefused', attemptId: 'a1', message: 'The code is not right.' },
    { type: 'signIn.codeRefused', attemptId: 'a0', message: 'Too late.' },
    { type: 'signIn.codeGivenUp' },
    { type: 'signIn.succeeded', attemptId: 'a1' },
    { type: 'signIn.succeeded', attemptId: 'a0' },
    { type: 'signIn.refused', attemptId: 'a1', message: 'The user name or the password is wrong.', retryAfterMs: null },
    { type: 'signIn.refused', attemptId: 'a0', message: 'Too late.', retryAfterMs: null },
    confirmed,
    { ...confirmed, callNo: lastCallNo - 1 },
    { ...confirmed, user: { ...SAMPLE_USER, is_password_updated: false } },
    { ...confirmed, user: { ...SAMPLE_USER, second_factor: 'required' } },
    { ...confirmed, user: { ...SAMPLE_USER, pm_dsh_ud: 3, dashboard_name: 'Beta' } },
    { type: 'session.checkFailed', callNo: lastCallNo, message: 'The X-Requested-With header is missing.' },
    { type: 'session.checkFailed', callNo: lastCallNo, message: 'Failed to fetch', isTransient: true },
    { type: 'session.checkFailed', callNo: lastCallNo - 1, message: 'Failed to fetch', isTransient: true },
    { type: 'network.regained' },
    { type: 'session.ended' },
    { type: 'session.recheckRequested' },
    { type: 'session.endedInOtherTab' },
    { type: 'session.startedInOtherTab' },
    { type: 'signOut.requested' },
    { type: 'password.changed' },
    { type: 'secondFactor.enrolled' },
    { type: 'account.switched' },
    { ...confirmed, switchFlag: true, loginParentDshUd: 1 },
  ]
}
