import { ENDED_CURSOR, type EndedRespondents, type EndingFilters } from '@desk/schema/defender/endings'
import { sql } from 'kysely'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'
import { findHours, meant } from './endings.store.ts'
import { windowsOf, type Hours } from './ending-slots.ts'

const HOUR_MS = 3_600_000
/** An id is made up to so much later than its entry counts. */
const ID_LATER_MS = 600_000
/** So many hours are looked through for one page. */
const HOURS_A_PAGE = 48

interface Row {
  readonly hour: number
  readonly hex: string
  readonly rid: string
  readonly stmid: number
  readonly source_name: string
  readonly survey_name: string
  readonly supplier: string | null
  readonly code: RespondentCode
  readonly rule: string | null
  readonly threshold: string | null
  readonly value: string | null
  readonly entered_at: Date
  readonly ended_at: Date | null
}

const hexOf = (atMs: number): string => atMs.toString(16).padStart(12, '0').padEnd(32, '0')

/**
 * A page of the entrants behind a figure of the overview, the latest first. The stored counts say in which hours
 * there are some. Only these are looked through, by the time in the respondents' ids: a page costs by its length, not
 * by how many there are.
 */
export async function findEndedPeople(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: Pick<EndingFilters, 'code' | 'rule' | 'supplier' | 'source'>,
  after: string | undefined,
  limit: number,
): Promise<Omit<EndedRespondents, 'as_of'>> {
  const [, afterHour, afterHex] = ENDED_CURSOR.exec(after ?? '') ?? []
  const end = afterHour === undefined ? hours.end : Math.min(hours.end, Number(afterHour) + 1)
  if (end <= hours.first) return { rows: [], next: null }
  const { window, found } = await latestHours(tx, accountId, { first: hours.first, end }, choice)
  const looked = enough(found.slice(0, HOURS_A_PAGE), limit + 1, afterHour === undefined ? null : Number(afterHour))
  const { supplier, source } = choice
  const { rows } = await sql<Row>`
    select u.hour, replace(p.rdud::text, '-', '') as hex, p.rid, p.source_id as stmid, s.name as source_name, y.name as survey_name, su.name as supplier, p.code, p.rule_name as rule, p.threshold, p.value,
      p.entered_at, p.ended_at
    from unnest(${looked.map(({ hour }) => hour)}::int[], ${looked.map(({ hour }) => hexOf(hour * HOUR_MS))}::uuid[],
      ${looked.map(({ hour }) => hexOf((hour + 1) * HOUR_MS + ID_LATER_MS))}::uuid[]) with ordinality as u(hour, first_id, last_id, place)
    cross join lateral (
      select * from (
        select r.*, v.rule as rule_name, coalesce(rule_family(v.rule), '') as rule, v.threshold, v.value
        from respondent r left join lateral (
          select x.rule, x.threshold, x.value from rule_verdict x
          where x.account_id = r.account_id and x.rdud = r.rdud and x.refused and ((r.code in (20, 21, 22) and not x.at_return) or (r.code = 33 and x.at_return)) order by x.place limit 1) v on true
        where r.account_id = ${accountId} and r.rdud >= u.first_id and r.rdud < u.last_id and not r.is_test
          and r.entered_at >= to_timestamp(u.hour * 3600.0) and r.entered_at < to_timestamp((u.hour + 1) * 3600.0)
          and (${afterHex ?? null}::uuid is null or u.hour <> ${Number(afterHour ?? 0)}::int or r.rdud < ${afterHex ?? null}::uuid)
          and ${supplier === undefined ? sql`true` : sql`coalesce(r.supplier_id, 0) = ${supplier}`} and ${source === undefined ? sql`true` : sql`r.source_id = ${source}`}
      ) ended where ${meant(choice)} order by rdud desc limit ${limit + 1}
    ) p
    join source s on s.account_id = ${accountId} and s.source_id = p.source_id
    join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
    left join supplier su on su.account_id = ${accountId} and su.supplier_id = p.supplier_id
    order by u.place, p.rdud desc limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const lastLooked = looked.at(-1)
  // no more than so many hours are looked through at once: the next page begins below them
  const beginsBelow = (hour: number) => `${hour}-${'0'.repeat(32)}`
  const below =
    lastLooked !== undefined && lastLooked !== found.at(-1)
      ? beginsBelow(lastLooked.hour)
      : window.first > hours.first
        ? beginsBelow(window.first)
        : null
  return {
    rows: page.map(({ hour: _hour, hex, entered_at, ended_at, ...row }) => ({
      ...row,
      rdud: formatRdud(accountId, hex),
      entered_at: entered_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
    })),
    next: rows.length > limit && last !== undefined ? `${last.hour}-${last.hex}` : below,
  }
}

/** The latest hours with entrants of the choice, of the latest window that has any. */
async function latestHours(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: Pick<EndingFilters, 'code' | 'rule' | 'supplier' | 'source'>,
): Promise<{ readonly window: Hours; readonly found: Awaited<ReturnType<typeof findHours>> }> {
  for (const window of windowsOf(hours)) {
    const found = await findHours(tx, accountId, window, choice, HOURS_A_PAGE + 1)
    if (found.length > 0 || window.first === hours.first) return { window, found }
  }
  return { window: hours, found: [] }
}

/** The first of these hours that have enough respondents together; of the hour that a page went into, it is not known how many are left. */
function enough<Hour extends { readonly hour: number; readonly respondents: number }>(
  hours: readonly Hour[],
  wanted: number,
  begun: number | null,
): readonly Hour[] {
  let sum = 0
  const at = hours.findIndex(({ hour, respondents }) => {
    if (hour !== begun) sum += respondents
    return sum >= wanted
  })
  return at < 0 ? hours : hours.slice(0, at + 1)
}
