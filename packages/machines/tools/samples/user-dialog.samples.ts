import type { DialogUser, DialogViewer, UserDialogEvent } from '../../src/user-dialog/user-dialog.events.ts'

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
  { type: 'user.saveWithdrawn', callNo: lastCallNo },
  { type: 'user.saveWithdrawn', callNo: lastCallNo - 1 },
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
