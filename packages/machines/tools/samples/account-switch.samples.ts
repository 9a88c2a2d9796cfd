import type { AccountSwitchEvent } from '../../src/account-switch/account-switch.events.ts'

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
