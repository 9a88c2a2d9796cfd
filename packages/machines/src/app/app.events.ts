import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { FieldFault } from '../form/form.fields.ts'
import { OpenValues } from '../form/form.values.ts'
import { eventSchema } from '../runtime/event.ts'

const path = Schema.String
/** By the browser's own clock: only differences between such moments are used. */
const atMs = Schema.Finite
const account = { uid: Id, pm_dsh_ud: Id }

/** What the page does, and what one machine asked for that concerns another. */
export const AppEvent = Schema.Union([
  /** `canLink`: the browser has a channel between its tabs. `buildDate`: of the running build, when it knows. */
  eventSchema('page.loaded', { hasToken: Schema.Boolean, path, isLocalDevelopment: Schema.Boolean, buildDate: Schema.NullOr(Schema.String), canLink: Schema.Boolean }),
  eventSchema('location.changed', { path }),
  eventSchema('page.hidden', {}),
  eventSchema('page.shown', {}),
  eventSchema('page.unfocused', {}),
  eventSchema('network.lost', {}),
  eventSchema('network.regained', {}),
  eventSchema('activity.seen', { atMs }),
  /** A call, or the push connection, was answered 401. */
  eventSchema('call.unauthorized', {}),
  eventSchema('token.renewed', {}),
  /** The session machine has come to be signed in; `loginParentDshUd` as it was stored. */
  eventSchema('session.began', { ...account, atMs }),
  /** It was checked again, and is still signed in. */
  eventSchema('session.rechecked', { ...account, loginParentDshUd: Schema.NullOr(Id), atMs }),
  /** It is signed in no more. */
  eventSchema('session.finished', {}),
  /** → recheckSession of idle. */
  eventSchema('idle.due', {}),
  /** → recheckSession of account-switch. */
  eventSchema('accountSwitch.checkRequested', { callNo: Schema.Int }),
  /** → recheckSession of user-dialog: one's own user was changed. */
  eventSchema('ownUser.changed', {}),
  /** → applySession of tabs; the token is stored already. */
  eventSchema('otherTab.sessionApplied', { isSignedIn: Schema.Boolean }),
  /** → submit, leave of the user's form. */
  eventSchema('userForm.submitted', { attemptNo: Schema.Int, values: OpenValues, isPasswordFilled: Schema.Boolean }),
  eventSchema('userForm.left', {}),
  /** → answerForm of user-dialog. */
  eventSchema('userForm.answered', { isSaved: Schema.Boolean, message: Schema.NullOr(Schema.String), details: Schema.Array(FieldFault) }),
])
export type AppEvent = typeof AppEvent.Type

const ANN = { uid: 11, pm_dsh_ud: 2 }

export const appSamples: readonly AppEvent[] = [
  { type: 'page.loaded', hasToken: true, path: '/projects', isLocalDevelopment: false, buildDate: null, canLink: true },
  { type: 'page.loaded', hasToken: false, path: '/login', isLocalDevelopment: true, buildDate: null, canLink: false },
  { type: 'location.changed', path: '/suppliers' },
  { type: 'page.hidden' },
  { type: 'page.shown' },
  { type: 'page.unfocused' },
  { type: 'network.lost' },
  { type: 'network.regained' },
  { type: 'activity.seen', atMs: 2_000 },
  { type: 'call.unauthorized' },
  { type: 'token.renewed' },
  { type: 'session.began', ...ANN, atMs: 1_000 },
  { type: 'session.rechecked', ...ANN, loginParentDshUd: 1, atMs: 3_000 },
  { type: 'session.finished' },
  { type: 'idle.due' },
  { type: 'accountSwitch.checkRequested', callNo: 2 },
  { type: 'ownUser.changed' },
  { type: 'otherTab.sessionApplied', isSignedIn: true },
  { type: 'otherTab.sessionApplied', isSignedIn: false },
  { type: 'userForm.submitted', attemptNo: 1, values: { firstname: 'Ann' }, isPasswordFilled: true },
  { type: 'userForm.left' },
  { type: 'userForm.answered', isSaved: true, message: null, details: [] },
  { type: 'userForm.answered', isSaved: false, message: 'Taken.', details: [] },
]
