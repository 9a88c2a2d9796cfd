import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'

export interface TestCaller {
  readonly userId: number
  readonly username: string
  readonly homeAccountId: number
}

/** Each caller works in Acme's account; only the last is at home in an account of the other kind. */
export const CALLERS = {
  user: { userId: 4, username: 'user@acme.example', homeAccountId: DEMO_ACCOUNTS.acme },
  admin: { userId: 3, username: 'admin@acme.example', homeAccountId: DEMO_ACCOUNTS.acme },
  staff: { userId: 2, username: 'staff@desk.example', homeAccountId: DEMO_ACCOUNTS.staff },
  superAdmin: { userId: 1, username: 'super@desk.example', homeAccountId: DEMO_ACCOUNTS.staff },
  finance: { userId: 8, username: 'finance@acme.example', homeAccountId: DEMO_ACCOUNTS.acme },
  readOnly: { userId: 9, username: 'reader@acme.example', homeAccountId: DEMO_ACCOUNTS.acme },
  defender: { userId: 7, username: 'admin@shield.example', homeAccountId: DEMO_ACCOUNTS.shield },
} as const satisfies Record<string, TestCaller>
export type Caller = keyof typeof CALLERS

export const EVERYBODY: readonly Caller[] = ['user', 'admin', 'staff', 'superAdmin', 'finance', 'readOnly', 'defender']
export const ADMINS: readonly Caller[] = ['admin', 'staff', 'superAdmin', 'defender']
export const SUPER_ADMINS: readonly Caller[] = ['superAdmin']
export const NO_CALLER: readonly Caller[] = []
export const DEFENDERS: readonly Caller[] = ['defender']
export const SUPPORT: readonly Caller[] = ['staff', 'superAdmin']
export const DESK_ACCOUNT: readonly Caller[] = ['user', 'admin', 'staff', 'superAdmin', 'finance', 'readOnly']
/** Every role but Read only (docs/decisions/0107). */
export const DESK_WRITERS: readonly Caller[] = ['user', 'admin', 'staff', 'superAdmin', 'finance']
/** They run studies, which Finance reads. */
export const STUDY_WRITERS: readonly Caller[] = ['user', 'admin', 'staff', 'superAdmin']
export const DESK_ADMINS: readonly Caller[] = ['admin', 'staff', 'superAdmin']
/** The internal view (docs/decisions/0101, 0107): money is read and, where it is a price or a statement, written. */
export const SUPPLY_SIDE: readonly Caller[] = ['admin', 'staff', 'superAdmin', 'finance']
/** The internal view, of those who run studies. */
export const SUPPLY_WRITERS: readonly Caller[] = ['admin', 'staff', 'superAdmin']
