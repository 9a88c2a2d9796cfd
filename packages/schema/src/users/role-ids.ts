/** Role ids of §6.1, and two of the desk's own (docs/decisions/0107). */
export const ROLE_IDS = { admin: 1, user: 2, superAdmin: 3, finance: 4, readOnly: 5 } as const

/** The roles that run an account. */
export const ADMIN_ROLES: readonly number[] = [ROLE_IDS.admin, ROLE_IDS.superAdmin]

/** The roles that see the money of a DESK account, without a flag of §6.8. */
export const MONEY_ROLES: readonly number[] = [...ADMIN_ROLES, ROLE_IDS.finance]
