import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { findSources, type StoredSource } from './sources.store.ts'

interface Redirect {
  readonly id: number
  readonly type: string
  readonly url: string
}

/** The fields of a source's history, by their wire names. */
export async function factsOf(tx: Tx, accountId: number, id: number): Promise<HistoryFacts> {
  return requireFound((await factsOfSources(tx, accountId, [id])).get(id), 'source')
}

/** The same for several sources, by id. */
export async function factsOfSources(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, HistoryFacts>> {
  const sources = await findSources(tx, accountId, ids)
  const { rows } = await sql<Redirect>`
    select source_id as id, type, url from source_redirect where account_id = ${accountId} and source_id = any(${ids}::int[]) order by type`.execute(
    tx,
  )
  return new Map(
    sources.map(source => [
      source.stmid,
      toFacts(
        source,
        rows.filter(({ id }) => id === source.stmid),
      ),
    ]),
  )
}

function toFacts(source: StoredSource, redirects: readonly Redirect[]): HistoryFacts {
  const {
    name,
    type,
    respondents,
    calculation_type_code_ud,
    click_balancing,
    pacing,
    hold_places,
    country_name,
    supplier_cpi = null,
    suppliers = [],
    out_of_field_date,
    out_of_field_time_zone_code,
    alias,
    auto_boost,
    boost_step = null,
    boost_cap = null,
    boost_minutes = null,
  } = source
  return {
    [SOURCE_ON_WIRE.name]: name,
    type,
    respondents,
    supplier_cpi,
    click_balancing,
    calculation_type_code_ud,
    pacing,
    hold_places: hold_places === HOLD_PLACES.none.code ? null : hold_places,
    country_id: country_name,
    out_of_field_date,
    out_of_field_time_zone_code,
    suppliers:
      suppliers.length === 0
        ? null
        : suppliers.map(({ name: supplier, allocation }) => `${supplier} ${Math.round(allocation * 10_000) / 100} %`),
    redirects: redirects.length === 0 ? null : redirects.map(({ type: outcome, url }) => `${outcome}: ${url}`),
    alias,
    auto_boost: auto_boost || null,
    boost_step,
    boost_cap,
    boost_minutes,
  }
}
