import type { Qualification, QualificationFilters, QualificationText } from '@desk/schema/qualifications/qualification'
import type { ChangedQualificationText, QualificationForm } from '@desk/schema/qualifications/qualification-form'
import {
  QUALIFICATION_ACCESS,
  QUALIFICATION_ACCESS_ITEMS,
  TEXT_STATUSES,
} from '@desk/schema/qualifications/qualification-codes'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { containing } from '#kernel/lists/containing'
import type { Page } from '#kernel/lists/page'
import { nameOf } from './qualification-facts.ts'

/** The account's own qualifications, the library's, or both. */
export type Shelf = 'own' | 'library' | 'both'

export interface Wanted extends QualificationFilters {
  readonly id?: number
  readonly textId?: number
  /** A user who is no admin: does not see private qualifications of others. */
  readonly forUser?: number
}

const isOpenTo = (userId: number): RawBuilder<boolean> =>
  sql`(q.account_id is null or q.access_code <> ${QUALIFICATION_ACCESS.private} or q.created_by is not distinct from ${userId}::int)`

const owned = (shelf: Shelf, accountId: number): RawBuilder<unknown> =>
  shelf === 'own'
    ? sql`q.account_id = ${accountId}`
    : shelf === 'library'
      ? sql`q.account_id is null`
      : sql`(q.account_id = ${accountId} or q.account_id is null)`

// over t (qualification_text), l (language) and c (country); the fields of QualificationText
const TEXT = sql`jsonb_build_object('qualification_texts_id', t.text_id, 'qualification_texts_name', t.name, 'languages_id', t.language_id, 'language_name', l.name,
  'country_id', t.country_id, 'country_name', c.name, 'qualification_text_status_cd', t.status_code, 'options_count', t.options_count, 'version', t.options_version)`
const LOCALES = sql`join language l on l.language_id = t.language_id join country c on c.country_id = t.country_id`

/** Qualifications that pass the filters, by name, each with its texts; of a country or language asked for, those in use there alone. */
export async function listQualifications(
  tx: Tx,
  accountId: number,
  shelf: Shelf,
  wanted: Wanted,
  page: Page,
): Promise<readonly Qualification[]> {
  const { id, textId, forUser, search, languages_id: languageId, country_id: countryId } = wanted
  const conditions = [owned(shelf, accountId)]
  if (id !== undefined) conditions.push(sql`q.qualification_id = ${id}`)
  if (forUser !== undefined) conditions.push(isOpenTo(forUser))
  if (textId !== undefined)
    conditions.push(
      sql`q.qualification_id = (select t.qualification_id from qualification_text t where t.text_id = ${textId})`,
    )
  if (wanted.qualification_type_cd !== undefined)
    conditions.push(sql`q.type_code = ${wanted.qualification_type_cd}::int`)
  if (wanted.qualification_category_cd !== undefined)
    conditions.push(sql`q.category_code = ${wanted.qualification_category_cd}::int`)
  if (wanted.qualification_class_cd !== undefined)
    conditions.push(sql`q.class_code = ${wanted.qualification_class_cd}::int`)
  const words = search?.trim()
  if (words) {
    const pattern = containing(words)
    conditions.push(sql`(q.name ilike ${pattern} or q.universal_name ilike ${pattern} or q.precode ilike ${pattern})`)
  }
  const inLocale: RawBuilder<unknown>[] = []
  if (languageId !== undefined) inLocale.push(sql`t.language_id = ${languageId}`)
  if (countryId !== undefined) inLocale.push(sql`t.country_id = ${countryId}`)
  if (inLocale.length > 0) inLocale.push(sql`t.status_code = ${TEXT_STATUSES.active}`)
  const texts = sql`from qualification_text t ${LOCALES} where ${sql.join([sql`t.qualification_id = q.qualification_id`, ...inLocale], sql` and `)}`
  if (inLocale.length > 0) conditions.push(sql`exists (select ${texts})`)
  const { rows } = await sql<Qualification>`
    select q.qualification_id as qualifications_ud, q.name as qualifications_name, q.type_code as qualification_type_cd, q.category_code as qualification_category_cd,
           q.class_code as qualification_class_cd, q.access_code as qualification_access_cd, q.precode, q.universal_name as qualification_univeral_name,
           q.account_id is null as is_library, q.edit_version as version,
           coalesce((select jsonb_agg(${TEXT} order by c.iso2 = 'US' desc, c.name collate "und-x-icu", l.name collate "und-x-icu") ${texts}), '[]') as qualification_texts
    from qualification q where ${sql.join(conditions, sql` and `)}
    order by q.name collate "und-x-icu", q.qualification_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** One of the account's own or of the library, with every text. */
export async function findQualification(tx: Tx, accountId: number, id: number): Promise<Qualification | undefined> {
  return (await listQualifications(tx, accountId, 'both', { id }, { limit: 1, offset: 0 }))[0]
}

/** The same, locked until the transaction ends, so that edits of it or its options run one after the other. */
export async function lockQualification(tx: Tx, accountId: number, id: number): Promise<Qualification | undefined> {
  await sql`select from qualification where account_id = ${accountId} and qualification_id = ${id} for update`.execute(
    tx,
  )
  return findQualification(tx, accountId, id)
}

/** The qualification that a text is of. */
export async function findQualificationId(tx: Tx, accountId: number, textId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select qualification_id as id from qualification_text where text_id = ${textId} and (account_id = ${accountId} or account_id is null)`.execute(
    tx,
  )
  return rows[0]?.id
}

/**
 * The name of the account's qualification, other than this one, that has the precode; undefined when none has. Another user's
 * private one is not named.
 */
export async function findByPrecode(
  tx: Tx,
  accountId: number,
  userId: number,
  precode: string,
  exceptId: number | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select case when ${isOpenTo(userId)} then name else 'a private qualification' end as name
    from qualification q where account_id = ${accountId} and lower(precode) = lower(${precode}) and qualification_id is distinct from ${exceptId}::int`.execute(
    tx,
  )
  return rows[0]?.name
}

// a deleted one exists only in its history
const WAS_PRIVATE = JSON.stringify([
  { field: 'qualification_access_cd', from: nameOf(QUALIFICATION_ACCESS_ITEMS, QUALIFICATION_ACCESS.private) },
])

/** Whether the account has or had this qualification, and it is hidden from a user who is no admin. */
export async function isHiddenFrom(tx: Tx, accountId: number, id: number, userId: number): Promise<boolean> {
  const acts = (act: 'created' | 'deleted') =>
    sql`select 1 from object_edit e where e.account_id = ${accountId} and e.scope = 'qualification' and e.object_id = ${id} and e.act = ${act}`
  const { rows } = await sql`
    select 1 from qualification q where q.account_id = ${accountId} and q.qualification_id = ${id} and not ${isOpenTo(userId)}
    union all
    (${acts('deleted')} and e.changes @> ${WAS_PRIVATE}::jsonb and not exists (${acts('created')} and e.user_id = ${userId}))`.execute(
    tx,
  )
  return rows.length > 0
}

/** The precodes, of these, whose qualifications are all hidden from a user who is no admin. */
export async function hiddenPrecodes(
  tx: Tx,
  accountId: number,
  precodes: readonly string[],
  userId: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ precode: string }>`
    select q.precode from qualification q where (q.account_id = ${accountId} or q.account_id is null) and q.precode = any(${[...precodes]}::text[])
    group by q.precode having not bool_or(${isOpenTo(userId)})`.execute(tx)
  return new Set(rows.map(({ precode }) => precode))
}

/** The existing ones of these languages and countries. */
export async function knownLocales(
  tx: Tx,
  languageIds: readonly number[],
  countryIds: readonly number[],
): Promise<{ readonly languages: ReadonlySet<number>; readonly countries: ReadonlySet<number> }> {
  const { rows } = await sql<{ languages: readonly number[]; countries: readonly number[] }>`
    select coalesce((select jsonb_agg(language_id) from language where language_id = any(${[...languageIds]}::int[])), '[]') as languages,
           coalesce((select jsonb_agg(country_id) from country where country_id = any(${[...countryIds]}::int[])), '[]') as countries`.execute(
    tx,
  )
  return { languages: new Set(rows[0]?.languages), countries: new Set(rows[0]?.countries) }
}

/** Stores a new qualification of the account. @returns its id */
export async function insertQualification(
  tx: Tx,
  accountId: number,
  userId: number,
  form: QualificationForm,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into qualification (account_id, name, type_code, category_code, class_code, access_code, precode, universal_name, created_by, created_at)
    values (${accountId}, ${form.qualifications_name}, ${form.qualification_type_cd}, ${form.qualification_category_cd}, ${form.qualification_class_cd},
            ${form.qualification_access_cd}, ${form.precode}, ${form.qualification_univeral_name}, ${userId}, ${at})
    returning qualification_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The qualification was not stored.')
  return id
}

/** Writes the fields of a qualification, and counts its version up. */
export async function updateQualification(
  tx: Tx,
  accountId: number,
  id: number,
  form: QualificationForm,
): Promise<void> {
  await sql`
    update qualification set name = ${form.qualifications_name}, type_code = ${form.qualification_type_cd}, category_code = ${form.qualification_category_cd},
      class_code = ${form.qualification_class_cd}, access_code = ${form.qualification_access_cd}, precode = ${form.precode},
      universal_name = ${form.qualification_univeral_name}, edit_version = edit_version + 1
    where account_id = ${accountId} and qualification_id = ${id}`.execute(tx)
}

/** Stores texts of a qualification: texts with an id change existing ones, the others are new. */
export async function writeTexts(
  tx: Tx,
  accountId: number,
  id: number,
  texts: readonly ChangedQualificationText[],
): Promise<void> {
  for (const {
    qualification_texts_id: textId,
    qualification_texts_name: name,
    languages_id: languageId,
    country_id: countryId,
    qualification_text_status_cd: status,
  } of texts) {
    if (textId === undefined) {
      await sql`
        insert into qualification_text (account_id, qualification_id, language_id, country_id, name, status_code)
        values (${accountId}, ${id}, ${languageId}, ${countryId}, ${name}, ${status ?? TEXT_STATUSES.active})`.execute(
        tx,
      )
    } else {
      await sql`
        update qualification_text set language_id = ${languageId}, country_id = ${countryId}, name = ${name}, status_code = coalesce(${status ?? null}::smallint, status_code)
        where account_id = ${accountId} and qualification_id = ${id} and text_id = ${textId}`.execute(tx)
    }
  }
}

/** Deletes a qualification with its texts and their options. */
export async function deleteQualification(tx: Tx, accountId: number, id: number): Promise<void> {
  await sql`delete from qualification where account_id = ${accountId} and qualification_id = ${id}`.execute(tx)
}

/** Copies a qualification of the library, with its texts and options, into the account. @returns the copy's id */
export async function copyFromLibrary(
  tx: Tx,
  accountId: number,
  userId: number,
  source: Qualification,
  precode: string,
  at: Date,
): Promise<number> {
  const id = await insertQualification(tx, accountId, userId, { ...source, precode }, at)
  const copied = async (text: QualificationText): Promise<void> => {
    await sql`
      with copy as (
        insert into qualification_text (account_id, qualification_id, language_id, country_id, name, status_code, options_count)
        values (${accountId}, ${id}, ${text.languages_id}, ${text.country_id}, ${text.qualification_texts_name}, ${text.qualification_text_status_cd}, ${text.options_count})
        returning text_id)
      insert into qualification_option (account_id, text_id, precode, sort_order_nbr, name, english_name)
      select ${accountId}, copy.text_id, o.precode, o.sort_order_nbr, o.name, o.english_name
      from copy, qualification_option o where o.text_id = ${text.qualification_texts_id}`.execute(tx)
  }
  for (const text of source.qualification_texts) await copied(text)
  return id
}

/** The objects of the account that use a qualification, by name; a used one cannot be deleted. */
export interface Use {
  readonly scope: 'source'
  readonly id: number
  readonly name: string
}

/** The uses of a qualification: each kind of object that can use one adds its query here. */
export async function listUses(
  tx: Tx,
  accountId: number,
  { precode }: Pick<Qualification, 'precode'>,
  limit: number,
): Promise<readonly Use[]> {
  // a source refers to qualifications by the entry link's parameter, the precode
  const { rows } = await sql<Use>`
    select 'source' as scope, s.source_id as id, s.name from source s
    where s.account_id = ${accountId} and (exists (
      select from source_qualification u where u.account_id = s.account_id and u.source_id = s.source_id and lower(u.condition ->> 'param') = lower(${precode}))
    or exists (
      select from source_quota u, jsonb_array_elements(u.conditions) c where u.account_id = s.account_id and u.source_id = s.source_id and lower(c ->> 'param') = lower(${precode})))
    order by s.name collate "und-x-icu", s.source_id limit ${limit}`.execute(tx)
  return rows
}
