import { UNIT_STATUS } from '@desk/schema/accounts/business-unit'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Detail } from '#kernel/http/refusal'

const inAccount = {
  consultant: (accountId: number, id: number) => sql`
    select from user_account m join app_user u on u.user_id = m.user_id
    where m.account_id = ${accountId} and m.user_id = ${id} and u.is_consultant and u.deleted_at is null`,
  // locked, so that it is not retired before the chooser is stored
  businessUnit: (accountId: number, id: number) =>
    sql`select from business_unit where account_id = ${accountId} and business_unit_id = ${id} and status_id = ${UNIT_STATUS.inUse} for share`,
  supplier: (accountId: number, id: number) =>
    sql`select from supplier where account_id = ${accountId} and supplier_id = ${id} and deleted_at is null`,
  timeZone: (_accountId: number, id: number) => sql`select from time_zone where code = ${id}`,
  country: (_accountId: number, id: number) => sql`select from country where country_id = ${id}`,
  language: (_accountId: number, id: number) => sql`select from language where language_id = ${id}`,
} satisfies Record<string, (accountId: number, id: number) => RawBuilder<unknown>>

/** A choice from a list in a form. */
export interface Choice {
  readonly field: string
  /** The field's label on the screen. */
  readonly label: string
  readonly list: keyof typeof inAccount
  /** null: nothing was chosen. */
  readonly id: number | null
  /** The stored choice: it is accepted even if it has left its list since. */
  readonly stored?: number | null | undefined
}

/** The faults of choices that are not in their lists, or not for this account (§5.28); a stored choice is no fault. */
export async function unknownChoices(
  tx: Tx,
  accountId: number,
  choices: readonly Choice[],
): Promise<readonly Detail[]> {
  const details: Detail[] = []
  for (const { field, label, list, id, stored } of choices) {
    if (id === null || id === stored) continue
    const { rows } = await inAccount[list](accountId, id).execute(tx)
    if (rows.length === 0) details.push({ path: [field], message: `${label} is not in the list` })
  }
  return details
}
