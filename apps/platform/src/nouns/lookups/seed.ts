import { sql, type Kysely } from 'kysely'
import { PLATFORM_CODES } from './seed-codes.ts'
import { AUTO_SOURCE_COUNTRIES, COUNTRIES } from './seed-countries.ts'
import { LANGUAGES } from './seed-languages.ts'
import { TIME_ZONES } from './seed-time-zones.ts'

/** Writes every lookup that all accounts share, into empty tables. */
export async function seedLookups(db: Kysely<unknown>): Promise<void> {
  const codes = PLATFORM_CODES.flatMap(([type_code, names]) =>
    Object.entries(names).map(([pm_code, pm_code_name], at) => ({
      type_code,
      pm_code: Number(pm_code),
      pm_code_name,
      sort_order: at + 1,
    })),
  )
  await sql`
    insert into platform_code (type_code, pm_code, pm_code_name, sort_order)
    select * from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as c (type_code int, pm_code int, pm_code_name text, sort_order int)`.execute(
    db,
  )

  const zones = TIME_ZONES.map(([code, iana_name, label]) => ({ code, iana_name, label }))
  await sql`
    insert into time_zone (code, iana_name, label)
    select * from jsonb_to_recordset(${JSON.stringify(zones)}::jsonb) as z (code int, iana_name text, label text)`.execute(
    db,
  )

  const countries = COUNTRIES.map(([country_id, iso2, name]) => ({
    country_id,
    iso2,
    name,
    auto_source_eligible: AUTO_SOURCE_COUNTRIES.has(iso2),
  }))
  await sql`
    insert into country (country_id, iso2, name, auto_source_eligible)
    select * from jsonb_to_recordset(${JSON.stringify(countries)}::jsonb)
      as c (country_id int, iso2 text, name text, auto_source_eligible boolean)`.execute(db)

  const languages = LANGUAGES.map(([language_id, iso, name]) => ({ language_id, iso, name }))
  await sql`
    insert into language (language_id, iso, name)
    select * from jsonb_to_recordset(${JSON.stringify(languages)}::jsonb) as l (language_id int, iso text, name text)`.execute(
    db,
  )

  const links = COUNTRIES.flatMap(([country_id, , , spoken]) =>
    spoken
      .split(' ')
      .filter(Boolean)
      .map(iso => ({ country_id, iso })),
  )
  await sql`
    insert into country_language (country_id, language_id)
    select c.country_id, l.language_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as c (country_id int, iso text) join language l using (iso)`.execute(
    db,
  )
}
