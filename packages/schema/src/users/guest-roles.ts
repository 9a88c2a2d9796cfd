import { Schema } from 'effect'
import { ROLE_IDS } from './role-ids.ts'

/** The roles that an account gives: to its own users, and to those of another account (docs/decisions/0053). */
export const GUEST_ROLES = [ROLE_IDS.admin, ROLE_IDS.user, ROLE_IDS.finance, ROLE_IDS.readOnly] as const

export const GuestRoleId = Schema.Literals(GUEST_ROLES)
export type GuestRoleId = typeof GuestRoleId.Type
