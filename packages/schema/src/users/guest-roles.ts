import { Schema } from 'effect'
import { ROLE_IDS } from './role-ids.ts'

/** The roles of a user from another account (docs/decisions/0053). */
export const GUEST_ROLES = [ROLE_IDS.admin, ROLE_IDS.user] as const

export const GuestRoleId = Schema.Literals(GUEST_ROLES)
export type GuestRoleId = typeof GuestRoleId.Type
