import { sql, type RawBuilder } from 'kysely'

/**
 * The number of rows, and a sum of their versions that no order of commits leaves as it was (decisions/0009).
 * @param version SQL of a row's version, `xmin`
 * @param id SQL of what tells the rows apart
 */
export const rowVersions = (version: string, id: string): RawBuilder<unknown> =>
  sql`count(*) as n, bit_xor(hashtextextended(${sql.raw(version)}::text, ${sql.raw(id)})) as versions`

/** Those versions of users as members of an account: what their names follow from. Both are SQL. */
export const peopleVersions = (accountId: string, userIds: string): RawBuilder<unknown> => sql`
  select ${rowVersions(`concat_ws(' ', m.xmin, u.xmin)`, 'u.user_id')}
  from user_account m join app_user u on u.user_id = m.user_id where m.account_id = ${sql.raw(accountId)} and m.user_id = any(${sql.raw(userIds)})`
