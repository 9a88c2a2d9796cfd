import type { QualificationOption } from '@desk/schema/qualifications/qualification'
import { nextPrecode } from '@desk/schema/qualifications/option-precodes'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { containing } from '#kernel/lists/containing'
import type { Page } from '#kernel/lists/page'

/** An option to store; without an id it is new. */
export type StoredOption = Omit<QualificationOption, 'qualification_options_id'> & {
  readonly qualification_options_id?: number
}

/** A text's options in their order, of the account or the library. */
export async function listOptions(
  tx: Tx,
  accountId: number,
  textId: number,
  page: Page,
  search?: string,
): Promise<readonly QualificationOption[]> {
  const words = search?.trim()
  const pattern = words ? containing(words) : null
  const { rows } = await sql<QualificationOption>`
    select o.option_id as qualification_options_id, o.precode, o.sort_order_nbr, o.name as qualification_options_name, o.english_name as qualification_options_english_name
    from qualification_option o
    where o.text_id = ${textId} and (o.account_id = ${accountId} or o.account_id is null)
      and (${pattern}::text is null or o.name ilike ${pattern} or o.english_name ilike ${pattern} or o.precode ilike ${pattern})
    order by o.sort_order_nbr, o.option_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** Replaces a text's options: those with an id are changed, new ones are added, all others go. Precodes are unique once the transaction commits. */
export async function replaceOptions(
  tx: Tx,
  accountId: number,
  textId: number,
  options: readonly StoredOption[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as n (qualification_options_id int, precode text, sort_order_nbr int,
    qualification_options_name text, qualification_options_english_name text)`
  await sql`
    delete from qualification_option o where o.account_id = ${accountId} and o.text_id = ${textId}
      and not exists (select from ${given} where n.qualification_options_id = o.option_id)`.execute(tx)
  await sql`
    update qualification_option o set precode = n.precode, sort_order_nbr = n.sort_order_nbr, name = n.qualification_options_name, english_name = n.qualification_options_english_name
    from ${given}
    where o.account_id = ${accountId} and o.text_id = ${textId} and o.option_id = n.qualification_options_id
      and (o.precode, o.sort_order_nbr, o.name, o.english_name)
        is distinct from (n.precode, n.sort_order_nbr, n.qualification_options_name, n.qualification_options_english_name)`.execute(
    tx,
  )
  await sql`
    insert into qualification_option (account_id, text_id, precode, sort_order_nbr, name, english_name)
    select ${accountId}, ${textId}, n.precode, n.sort_order_nbr, n.qualification_options_name, n.qualification_options_english_name
    from ${given} where n.qualification_options_id is null`.execute(tx)
  await sql`
    update qualification_text set options_count = ${options.length}, options_version = options_version + 1
    where account_id = ${accountId} and text_id = ${textId}`.execute(tx)
}

/** The number that a new option would get in any of a qualification's texts. */
export async function findNextPrecode(tx: Tx, qualificationId: number): Promise<string> {
  const { rows } = await sql<{ precode: string | null }>`
    select max(o.precode::int)::text as precode from qualification_text t join qualification_option o on o.text_id = t.text_id
    where t.qualification_id = ${qualificationId} and o.precode ~ '^[0-9]{1,9}$'`.execute(tx)
  return nextPrecode(rows.flatMap(({ precode }) => (precode === null ? [] : [{ precode }])))
}
