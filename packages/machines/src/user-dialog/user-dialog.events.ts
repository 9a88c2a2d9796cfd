import { Schema } from 'effect'
import { Id } from '@desk/schema/ids/ids'
import { RoleId } from '@desk/schema/users/current-user'
import { FieldFault } from '../form/form.fields.ts'
import { eventSchema } from '../runtime/event.ts'
import { OpenValues } from '../form/form.values.ts'

const callNo = Schema.Int

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
export const DialogUser = Schema.Struct({ uid: Id, role_id: RoleId, isStaffUser: Schema.Boolean })
export type DialogUser = typeof DialogUser.Type

/** The fields stand in the form machine, the password with the runner; neither comes in here but for saving. */
export const UserDialogEvent = Schema.Union([
  eventSchema('userDialog.createRequested', { viewer: DialogViewer }),
  eventSchema('userDialog.editRequested', { viewer: DialogViewer, user: DialogUser }),
  /** Cancel, or the form let the user go. */
  eventSchema('userDialog.closeRequested', {}),
  /** The form's values are good and are to be saved. */
  eventSchema('user.saveRequested', { values: OpenValues, isPasswordFilled: Schema.Boolean }),
  /** The answer, whatever its status (§7.18); `uid` of the saved user. */
  eventSchema('user.saveAnswered', { callNo, status: Schema.Int, message: Schema.String, uid: Schema.NullOr(Id) }),
  /** Refused with details (§5.28), or not reached (§8.6). */
  eventSchema('user.saveFailed', { callNo, details: Schema.Array(FieldFault) }),
  eventSchema('user.deleteRequested', {}),
  eventSchema('user.deleteConfirmed', {}),
  eventSchema('user.deleteDeclined', {}),
  eventSchema('user.deleteAnswered', { callNo, status: Schema.Int, message: Schema.String }),
  eventSchema('user.deleteFailed', { callNo }),
  eventSchema('session.ended', {}),
])
export type UserDialogEvent = typeof UserDialogEvent.Type

const viewer: DialogViewer = { uid: 1, isSuperAdmin: true, isAdminGroup: true, isStaffAccount: false, isDeskAccount: true, invoicesByBusinessUnit: true }
const user: DialogUser = { uid: 12, role_id: 2, isStaffUser: false }

/** Sample events against a machine whose last call has the given number. */
export const userDialogSamples = (lastCallNo: number): readonly UserDialogEvent[] => [
  { type: 'userDialog.createRequested', viewer },
  { type: 'userDialog.editRequested', viewer, user },
  { type: 'userDialog.editRequested', viewer, user: { ...user, uid: viewer.uid } },
  { type: 'userDialog.editRequested', viewer: { ...viewer, uid: 2, isSuperAdmin: false }, user: { ...user, role_id: 3 } },
  { type: 'userDialog.closeRequested' },
  { type: 'user.saveRequested', values: { firstname: 'Ann' }, isPasswordFilled: false },
  { type: 'user.saveRequested', values: { firstname: 'Ann' }, isPasswordFilled: true },
  { type: 'user.saveAnswered', callNo: lastCallNo, status: 0, message: 'OK', uid: 12 },
  { type: 'user.saveAnswered', callNo: lastCallNo, status: 1, message: 'The username is taken.', uid: null },
  { type: 'user.saveAnswered', callNo: lastCallNo - 1, status: 0, message: 'Too late.', uid: 12 },
  { type: 'user.saveFailed', callNo: lastCallNo, details: [{ path: ['username'], message: '"username" is taken' }] },
  { type: 'user.saveFailed', callNo: lastCallNo - 1, details: [] },
  { type: 'user.deleteRequested' },
  { type: 'user.deleteConfirmed' },
  { type: 'user.deleteDeclined' },
  { type: 'user.deleteAnswered', callNo: lastCallNo, status: 0, message: 'OK' },
  { type: 'user.deleteAnswered', callNo: lastCallNo, status: 1, message: 'The user has projects.' },
  { type: 'user.deleteAnswered', callNo: lastCallNo - 1, status: 0, message: 'Too late.' },
  { type: 'user.deleteFailed', callNo: lastCallNo },
  { type: 'user.deleteFailed', callNo: lastCallNo - 1 },
  { type: 'session.ended' },
]
