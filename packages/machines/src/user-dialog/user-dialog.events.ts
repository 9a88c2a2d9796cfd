import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { personal } from '@desk/schema/journal/personal'
import { RoleId } from '@desk/schema/users/current-user'
import { FieldFault } from '../form/form.fields.ts'
import { eventSchema, requestId } from '../runtime/event.ts'
import { OpenValues } from '../form/form.values.ts'

const callNo = Schema.Int
const why = Schema.NullOr(Schema.String)

/** Who has opened the dialog, and on which account (§6.7–6.9). */
export const DialogViewer = Schema.Struct({
  uid: Id,
  isSuperAdmin: Schema.Boolean,
  isAdminGroup: Schema.Boolean,
  /** The account is staff-side (isRepData, §1.7). */
  isStaffAccount: Schema.Boolean,
  isDeskAccount: Schema.Boolean,
  invoicesByBusinessUnit: Schema.Boolean,
})
export type DialogViewer = typeof DialogViewer.Type

/** Whom the dialog edits. */
export const DialogUser = Schema.Struct({
  uid: Id,
  role_id: RoleId,
  isStaffUser: Schema.Boolean,
  /** The user's home account is another one, or the user is staff and the viewer is not: only a super admin may edit such a user here. */
  isGuest: Schema.Boolean,
  /** The version that the viewer saw; saving a stale one conflicts. */
  version: Schema.String,
})
export type DialogUser = typeof DialogUser.Type

/** The form machine holds the fields, the runner the password; the fields come in here only to be saved. */
export const UserDialogEvent = Schema.Union([
  eventSchema('userDialog.createRequested', { viewer: DialogViewer }),
  eventSchema('userDialog.editRequested', { viewer: DialogViewer, user: DialogUser }),
  /** Cancel, or the form allowed leaving. */
  eventSchema('userDialog.closeRequested', {}),
  /** The form's values are valid and have to be saved. */
  eventSchema('user.saveRequested', { values: personal(OpenValues), isPasswordFilled: Schema.Boolean }),
  /** The answer, whatever its status (§7.18); `uid` of the saved user. */
  eventSchema('user.saveAnswered', { callNo, status: Schema.Int, message: Schema.String, uid: Schema.NullOr(Id) }),
  /** Refused with details (§5.28), or an exception (§8.6); `why` has the cause and what to do. */
  eventSchema('user.saveFailed', { callNo, details: Schema.Array(FieldFault), why, requestId }),
  /** Another admin has changed the user: this is the stored version, and `why` names the differences. */
  eventSchema('user.saveConflicted', { callNo, version: Schema.String, why: Schema.String, requestId }),
  /** The user did not confirm who they are (S8): nothing was sent. */
  eventSchema('user.saveWithdrawn', { callNo }),
  eventSchema('user.deleteRequested', {}),
  eventSchema('user.deleteConfirmed', {}),
  eventSchema('user.deleteDeclined', {}),
  eventSchema('user.deleteAnswered', { callNo, status: Schema.Int, message: Schema.String }),
  eventSchema('user.deleteFailed', { callNo, why, requestId }),
  eventSchema('session.ended', {}),
])
export type UserDialogEvent = typeof UserDialogEvent.Type
