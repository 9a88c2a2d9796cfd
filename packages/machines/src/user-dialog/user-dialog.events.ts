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
  /** At home in another account, or staff where the viewer is none: only a super admin changes such a user here. */
  isGuest: Schema.Boolean,
  /** What the viewer saw; a save of an older one than is stored conflicts. */
  version: Schema.String,
})
export type DialogUser = typeof DialogUser.Type

/** The fields stand in the form machine, the password with the runner; neither comes in here but for saving. */
export const UserDialogEvent = Schema.Union([
  eventSchema('userDialog.createRequested', { viewer: DialogViewer }),
  eventSchema('userDialog.editRequested', { viewer: DialogViewer, user: DialogUser }),
  /** Cancel, or the form let the user go. */
  eventSchema('userDialog.closeRequested', {}),
  /** The form's values are good and are to be saved. */
  eventSchema('user.saveRequested', { values: personal(OpenValues), isPasswordFilled: Schema.Boolean }),
  /** The answer, whatever its status (§7.18); `uid` of the saved user. */
  eventSchema('user.saveAnswered', { callNo, status: Schema.Int, message: Schema.String, uid: Schema.NullOr(Id) }),
  /** Refused with details (§5.28), or an exception (§8.6); `why` says more, and what to do. */
  eventSchema('user.saveFailed', { callNo, details: Schema.Array(FieldFault), why, requestId }),
  /** Somebody else changed the user meanwhile: what is stored has this version, and `why` says what it differs in. */
  eventSchema('user.saveConflicted', { callNo, version: Schema.String, why: Schema.String, requestId }),
  eventSchema('user.deleteRequested', {}),
  eventSchema('user.deleteConfirmed', {}),
  eventSchema('user.deleteDeclined', {}),
  eventSchema('user.deleteAnswered', { callNo, status: Schema.Int, message: Schema.String }),
  eventSchema('user.deleteFailed', { callNo, why, requestId }),
  eventSchema('session.ended', {}),
])
export type UserDialogEvent = typeof UserDialogEvent.Type

const viewer: DialogViewer = {
  uid: 1,
  isSuperAdmin: true,
  isAdminGroup: true,
  isStaffAccount: false,
  isDeskAccount: true,
  invoicesByBusinessUnit: true,
}
const user: DialogUser = { uid: 12, role_id: 2, isStaffUser: false, isGuest: false, version: 'a' }

/** Sample events against a machine whose last call has the given number. */
export const userDialogSamples = (lastCallNo: number): readonly UserDialogEvent[] => [
  { type: 'userDialog.createRequested', viewer },
  { type: 'userDialog.editRequested', viewer, user },
  { type: 'userDialog.editRequested', viewer, user: { ...user, uid: viewer.uid } },
  {
    type: 'userDialog.editRequested',
    viewer: { ...viewer, uid: 2, isSuperAdmin: false },
    user: { ...user, role_id: 3 },
  },
  {
    type: 'userDialog.editRequested',
    viewer: { ...viewer, uid: 3, isSuperAdmin: false },
    user: { ...user, isGuest: true },
  },
  { type: 'userDialog.closeRequested' },
  { type: 'user.saveRequested', values: { firstname: 'Ann' }, isPasswordFilled: false },
  { type: 'user.saveRequested', values: { firstname: 'Ann' }, isPasswordFilled: true },
  { type: 'user.saveAnswered', callNo: lastCallNo, status: 0, message: 'OK', uid: 12 },
  { type: 'user.saveAnswered', callNo: lastCallNo, status: 1, message: 'The username is taken.', uid: null },
  { type: 'user.saveAnswered', callNo: lastCallNo - 1, status: 0, message: 'Too late.', uid: 12 },
  {
    type: 'user.saveFailed',
    callNo: lastCallNo,
    details: [{ path: ['username'], message: '"username" is taken' }],
    why: null,
  },
  { type: 'user.saveFailed', callNo: lastCallNo, details: [], why: 'The server did not answer.' },
  { type: 'user.saveFailed', callNo: lastCallNo - 1, details: [], why: null },
  { type: 'user.saveConflicted', callNo: lastCallNo, version: 'b', why: 'Lastname is now Byron.' },
  { type: 'user.saveConflicted', callNo: lastCallNo - 1, version: 'b', why: 'Too late.' },
  { type: 'user.deleteRequested' },
  { type: 'user.deleteConfirmed' },
  { type: 'user.deleteDeclined' },
  { type: 'user.deleteAnswered', callNo: lastCallNo, status: 0, message: 'OK' },
  { type: 'user.deleteAnswered', callNo: lastCallNo, status: 1, message: 'The user has projects.' },
  { type: 'user.deleteAnswered', callNo: lastCallNo - 1, status: 0, message: 'Too late.' },
  { type: 'user.deleteFailed', callNo: lastCallNo, why: 'The server did not answer.' },
  { type: 'user.deleteFailed', callNo: lastCallNo - 1, why: null },
  { type: 'session.ended' },
]
