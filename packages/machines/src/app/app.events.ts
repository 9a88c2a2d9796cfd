import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { personal } from '@desk/schema/journal/personal'
import { FieldFault } from '../form/form.fields.ts'
import { OpenValues } from '../form/form.values.ts'
import { eventSchema } from '../runtime/event.ts'
import { Path as path } from '../session/session.events.ts'

/** By the browser's own clock: only differences between such moments are used. */
const atMs = Schema.Finite
const account = { uid: Id, pm_dsh_ud: Id }

/** Events of the page, and requests of one machine that concern another. */
export const AppEvent = Schema.Union([
  /** `canLink`: the browser has a channel between its tabs. */
  eventSchema('page.loaded', { hasToken: Schema.Boolean, path, canLink: Schema.Boolean }),
  /** The page's environment is known. `buildDate`: of the running build, when it knows. */
  eventSchema('config.read', { isLocalDevelopment: Schema.Boolean, buildDate: Schema.NullOr(Schema.String) }),
  eventSchema('location.changed', { path }),
  eventSchema('page.hidden', {}),
  eventSchema('page.shown', {}),
  eventSchema('page.unfocused', {}),
  eventSchema('network.lost', {}),
  eventSchema('network.regained', {}),
  /** A call, or the push connection, was answered 401. */
  eventSchema('call.unauthorized', {}),
  /** The session machine reached signed in; `loginParentDshUd` as it was stored. */
  eventSchema('session.began', { ...account, atMs }),
  /** It was checked again, and is still signed in. */
  eventSchema('session.rechecked', { ...account, loginParentDshUd: Schema.NullOr(Id), atMs }),
  /** A check got no answer. */
  eventSchema('session.unanswered', { atMs }),
  /**
   * Comes before `session.rechecked`: another user, or the same user in another account, is signed in now without a sign-out
   * between, by another tab or by a switch.
   */
  eventSchema('session.accountChanged', {}),
  /**
   * No user is signed in any more, or the token is gone. `isEnded`: the session is over for all tabs; otherwise it is
   * suspended or in doubt.
   */
  eventSchema('session.finished', { isEnded: Schema.Boolean }),
  /** → recheckSession of idle. */
  eventSchema('idle.due', {}),
  /** → storeToken of account-switch; the token is stored already. */
  eventSchema('accountSwitch.tokenStored', { pm_dsh_ud: Id }),
  /** → recheckSession of account-switch. */
  eventSchema('accountSwitch.checkRequested', { callNo: Schema.Int }),
  /** → recheckSession of user-dialog: the user edited their own user. */
  eventSchema('ownUser.changed', {}),
  /** → applySession of tabs; the token is stored already. */
  eventSchema('otherTab.sessionApplied', { isSignedIn: Schema.Boolean }),
  /** → submit, leave of the user's form. */
  eventSchema('userForm.submitted', {
    attemptNo: Schema.Int,
    values: personal(OpenValues),
    isPasswordFilled: Schema.Boolean,
  }),
  eventSchema('userForm.left', {}),
  /** → answerForm of user-dialog. */
  eventSchema('userForm.answered', {
    isSaved: Schema.Boolean,
    message: Schema.NullOr(Schema.String),
    details: Schema.Array(FieldFault),
  }),
])
export type AppEvent = typeof AppEvent.Type
