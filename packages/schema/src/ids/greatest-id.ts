/** Ids are PostgreSQL's `int`. */
export const GREATEST_ID = 2_147_483_647
