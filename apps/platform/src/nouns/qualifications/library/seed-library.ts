import { sql, type Kysely } from 'kysely'
import { HOUSEHOLDS } from './household.ts'
import type { LibraryEntry, LibraryText } from './library-entry.ts'
import { PEOPLE } from './people.ts'
import { WORK_AND_LIFE } from './work-and-life.ts'

/** The library that every account has; an entry's id and precodes stay for ever. */
export const LIBRARY: readonly LibraryEntry[] = [...PEOPLE, ...HOUSEHOLDS, ...WORK_AND_LIFE]

const STANDARD = 1
const PUBLIC = 1

const englishOf = ({ texts }: LibraryEntry, { options = [], english }: LibraryText): readonly string[] =>
  english ?? texts[0].options ?? options

/** Writes the library into empty tables. */
export async function seedLibrary(db: Kysely<unknown>): Promise<void> {
  const entries = LIBRARY.map(({ id, name, precode, type, category }) => ({ id, name, precode, type, category }))
  await sql`
    insert into qualification (qualification_id, account_id, name, type_code, category_code, class_code, access_code, precode, universal_name)
    select id, null, name, type, category, ${STANDARD}::smallint, ${PUBLIC}::smallint, precode, upper(precode)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (id int, name text, precode text, type smallint, category smallint)`.execute(
    db,
  )

  const texts = LIBRARY.flatMap(entry =>
    entry.texts.flatMap(text => {
      const english = englishOf(entry, text)
      const options = (text.options ?? []).map((name, at) => ({
        precode: String(at + 1),
        sort: at + 1,
        name,
        english: english[at] ?? name,
      }))
      return text.locales.map(locale => ({
        qualification: entry.id,
        language: locale.split('-')[0],
        country: locale.split('-')[1],
        name: text.question,
        options,
      }))
    }),
  ).map((text, at) => ({ id: at + 1, ...text }))
  await sql`
    insert into qualification_text (text_id, account_id, qualification_id, language_id, country_id, name, options_count)
    select t.id, null, t.qualification, l.language_id, c.country_id, t.name, jsonb_array_length(t.options)
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t (id int, qualification int, language text, country text, name text, options jsonb)
    join language l on l.iso = t.language join country c on c.iso2 = t.country`.execute(db)

  const options = texts
    .flatMap(text => text.options.map(option => ({ text: text.id, ...option })))
    .map((option, at) => ({ id: at + 1, ...option }))
  await sql`
    insert into qualification_option (option_id, account_id, text_id, precode, sort_order_nbr, name, english_name)
    select id, null, text, precode, sort, name, english
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as o (id int, text int, precode text, sort int, name text, english text)`.execute(
    db,
  )
}
