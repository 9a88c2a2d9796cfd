/** Role ids of §6.1. */
export const ROLE_IDS = { admin: 1, user: 2, superAdmin: 3 } as const
