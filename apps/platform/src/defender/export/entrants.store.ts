import type { ExportFilters, ExportLine } from '@desk/schema/defender/export'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'
import type { Hours } from '../endings/ending-slots.ts'

/** Which of the entrants of a time. */
export type ExportChoice = Omit<ExportFilters, 'from' | 'until'>

const HOUR_MS = 3_600_000
/** An id is made up to so much later than its entry counts. */
const ID_LATER_MS = 600_000
/** So many entrants are looked through by one statement; more where few of them are meant. */
const LOOKED_AT_ONCE = 2_000
const LOOKED_AT_ONCE_SPARSE = 20_000
const SPARSE_SHARE = 0.1
/** Where no entrant is meant: lines of the ledger or verdicts are read, nothing is looked up. */
const LOOKED_AT_ONCE_FOR_NOBODY = 50_000

/** Some of the entrants that were looked through, the latest first. */
export interface Looked<Found> {
  readonly looked: number
  readonly found: Found
}

interface Edge {
  readonly looked: number
  /** The earliest of them. */
  readonly edge: string | null
}

interface LineRow extends Edge {
  readonly hex: string | null
  readonly rid: string
  readonly project_id: number
  readonly project: string
  readonly survey_id: number
  readonly survey: string
  readonly source_id: number
  readonly source: string
  readonly supplier: string | null
  readonly code: RespondentCode
  readonly rule: string | null
  readonly threshold: string | null
  readonly value: string | null
  readonly recorded: readonly string[]
  readonly country: string | null
  readonly language: string | null
  readonly device: number | null
  readonly from_datacentre: boolean | null
  readonly fingerprint: string | null
  readonly address: string | null
  readonly interview_seconds: number | null
  readonly entered_at: Date
  readonly ended_at: Date | null
}

const hexOf = (atMs: number): string => atMs.toString(16).padStart(12, '0').padEnd(32, '0')

/** The entrants `l` of the choice, with the data known of them. */
function meant({ code, rule, mode, supplier, project, survey, source, country }: ExportChoice): RawBuilder<unknown> {
  const refused = rule === undefined ? sql`d.rule is not null` : sql`rule_family(d.rule) = ${rule}`
  const recorded =
    rule === undefined
      ? sql`cardinality(o.rules) > 0`
      : sql`exists (select from unnest(o.rules) x where rule_family(x) = ${rule})`
  const ofRule =
    mode === 'refused'
      ? [refused]
      : mode === 'recorded'
        ? [recorded]
        : rule === undefined
          ? []
          : [sql`(${refused} or ${recorded})`]
  return sql.join(
    [
      sql`true`,
      ...(code === undefined ? [] : [sql`l.code = ${code}`]),
      ...(supplier === undefined ? [] : [sql`coalesce(l.supplier_id, 0) = ${supplier}`]),
      ...(project === undefined ? [] : [sql`l.project_id = ${project}`]),
      ...(survey === undefined ? [] : [sql`l.survey_id = ${survey}`]),
      ...(source === undefined ? [] : [sql`l.source_id = ${source}`]),
      ...(country === undefined ? [] : [sql`e.country = ${country.toUpperCase()}`]),
      ...ofRule,
    ],
    sql` and `,
  )
}

/** Whether a refusal at the door, or at the return, is what made the entrant's state. */
const decided = (code: RawBuilder<unknown>, atReturn: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${code} in (20, 21, 22) and not ${atReturn}) or (${code} = 33 and ${atReturn}))`

/** The rule that decided (`d`), and the others that spoke (`o`), of entrants `l`. */
const verdicts = (accountId: number): RawBuilder<unknown> => sql`
  left join lateral (
    select x.place, x.rule, x.threshold, x.value from rule_verdict x
    where x.account_id = ${accountId} and x.rdud = l.rdud and x.refused and ${decided(sql`l.code`, sql`x.at_return`)} order by x.place limit 1) d on true
  left join lateral (
    select array_agg(x.rule order by x.place) as rules from rule_verdict x
    where x.account_id = ${accountId} and x.rdud = l.rdud and x.place is distinct from d.place) o on true`

/** The door's knowledge (`e`) of entrants `l`. */
const entries = (accountId: number): RawBuilder<unknown> => sql`
  left join lateral (
    select country, language, device, from_datacentre from respondent_event x
    where x.account_id = ${accountId} and x.rdud = l.rdud and x.at = l.entered_at and x.from_code is null limit 1) e on true`

/** The meant ones among the entrants that were looked through; the choice alone decides which data is looked up. */
function fromMeant(accountId: number, choice: ExportChoice): RawBuilder<unknown> {
  const isByRule = choice.rule !== undefined || choice.mode !== undefined
  return sql`from looked l ${isByRule ? verdicts(accountId) : sql``} ${choice.country === undefined ? sql`` : entries(accountId)} where ${meant(choice)}`
}

const lookedThrough = (
  accountId: number,
  { first, end }: Hours,
  before: string,
  limit: number,
): RawBuilder<unknown> => sql`
  looked as materialized (
    select * from respondent
    where account_id = ${accountId} and rdud >= ${hexOf(first * HOUR_MS)}::uuid and rdud < ${before}::uuid and not is_test
      and entered_at >= to_timestamp(${first}::int * 3600.0) and entered_at < to_timestamp(${end}::int * 3600.0)
    order by rdud desc limit ${limit}
  ), edge as materialized (
    select (select count(*)::int from looked) as looked, (select replace(rdud::text, '-', '') from looked order by rdud limit 1) as edge
  )`

/**
 * The search for entrants: among all, or from the rows that alone can mean them. With few meant, nothing is looked up
 * of all others.
 */
type Search = 'entrants' | 'entries' | 'verdicts'

/** The search of a file: it goes through the whole time, however rare its entrants are. */
export const rareSearchOf = ({ rule, mode, country }: ExportChoice): Search =>
  rule !== undefined || mode !== undefined ? 'verdicts' : country !== undefined ? 'entries' : 'entrants'

/** Lines of the ledger or verdicts, each with whether it can mean its entrant: whom a rule spoke against has a verdict of it. */
function evidence(
  accountId: number,
  search: 'entries' | 'verdicts',
  { first, end }: Hours,
  { rule, country }: ExportChoice,
): RawBuilder<unknown> {
  return search === 'verdicts'
    ? sql`select rdud, ${rule === undefined ? sql`true` : sql`rule_family(rule) = ${rule}`} as can_be, refused, at_return from rule_verdict where account_id = ${accountId}`
    : sql`select rdud, country = ${country?.toUpperCase() ?? ''} as can_be, false as refused, false as at_return from respondent_event
        where account_id = ${accountId} and from_code is null and at >= to_timestamp(${first}::int * 3600.0) and at < to_timestamp(${end}::int * 3600.0)`
}

/** As `lookedThrough`, by evidence: all of an entrant's is in one piece. Whose one verdict turned them away has nothing that only spoke. */
const lookedByEvidence = (
  accountId: number,
  search: 'entries' | 'verdicts',
  hours: Hours,
  choice: ExportChoice,
  before: string,
  limit: number,
): RawBuilder<unknown> => sql`
  seen as materialized (
    select * from (${evidence(accountId, search, hours, choice)}) v
    where rdud >= ${hexOf(hours.first * HOUR_MS)}::uuid and rdud < ${before}::uuid
    order by rdud desc fetch first ${limit} rows with ties
  ), looked as materialized (
    select r.* from (
      select rdud, count(*) = 1 and bool_and(refused) as is_one_refusal, bool_and(at_return) as at_return from seen group by rdud having bool_or(can_be)) v
    cross join lateral (select * from respondent where account_id = ${accountId} and rdud = v.rdud offset 0) r
    where not r.is_test ${choice.mode === 'recorded' ? sql`and not (v.is_one_refusal and ${decided(sql`r.code`, sql`v.at_return`)})` : sql``} and r.entered_at >= to_timestamp(${hours.first}::int * 3600.0) and r.entered_at < to_timestamp(${hours.end}::int * 3600.0)
  ), edge as materialized (
    select (select count(*)::int from seen) as looked, (select replace(rdud::text, '-', '') from seen order by rdud limit 1) as edge
  )`

const beginningOf = ({ end }: Hours): string => hexOf(end * HOUR_MS + ID_LATER_MS)

/**
 * The lines of the meant entrants, the latest first, some at a time; fruitless reads are counted as well.
 * @param fewest are looked through at first
 */
export async function* readEntrants(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: ExportChoice,
  fewest = LOOKED_AT_ONCE,
  search: Search = 'entrants',
): AsyncGenerator<Looked<readonly ExportLine[]>, void, undefined> {
  let before = beginningOf(hours)
  let limit = fewest
  for (;;) {
    const { rows } = await sql<LineRow>`
      with ${search === 'entrants' ? lookedThrough(accountId, hours, before, limit) : lookedByEvidence(accountId, search, hours, choice, before, limit)}
      select edge.looked, edge.edge, m.* from edge left join lateral (
        select replace(l.rdud::text, '-', '') as hex, l.rid, l.project_id, p.name as project, l.survey_id, y.name as survey, l.source_id, s.name as source, su.name as supplier, l.code,
          d.rule, d.threshold, d.value, coalesce(o.rules, '{}') as recorded, e.country, e.language, e.device, e.from_datacentre, l.fingerprint, host(l.address) as address,
          l.interview_seconds, l.entered_at, l.ended_at
        from (select l.* ${fromMeant(accountId, choice)}) l
        join source s on s.account_id = ${accountId} and s.source_id = l.source_id
        join survey y on y.account_id = ${accountId} and y.survey_id = l.survey_id
        join project p on p.account_id = ${accountId} and p.project_id = l.project_id
        left join supplier su on su.account_id = ${accountId} and su.supplier_id = l.supplier_id
        ${verdicts(accountId)} ${entries(accountId)}
      ) m on true order by m.hex desc`.execute(tx)
    const { looked, edge } = edgeOf(rows)
    const found = rows.flatMap(row => (row.hex === null ? [] : [lineOf(accountId, row, row.hex)]))
    yield { looked, found }
    if (edge === null || looked < limit) return
    before = edge
    limit = nextLimit(looked, found.length, search)
  }
}

function nextLimit(looked: number, found: number, search: Search): number {
  if (found >= looked * SPARSE_SHARE) return LOOKED_AT_ONCE
  return found === 0 && search !== 'entrants' ? LOOKED_AT_ONCE_FOR_NOBODY : LOOKED_AT_ONCE_SPARSE
}

/** Counts those who are meant among the latest entrants of a time, of whom no more than so many are looked through. */
export async function countEntrants(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: ExportChoice,
  mostLooked: number,
): Promise<Looked<number>> {
  const { rows } = await sql<Edge & { readonly found: number }>`
    with ${lookedThrough(accountId, hours, beginningOf(hours), mostLooked)}
    select edge.looked, edge.edge, (select count(*)::int ${fromMeant(accountId, choice)}) as found from edge`.execute(
    tx,
  )
  return { looked: edgeOf(rows).looked, found: rows[0]?.found ?? 0 }
}

function edgeOf(rows: readonly Edge[]): Edge {
  const [edge] = rows
  if (edge === undefined) throw new Error('The search read no row')
  return edge
}

const lineOf = (accountId: number, row: LineRow, hex: string): ExportLine => ({
  entered_at: row.entered_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  rdud: formatRdud(accountId, hex),
  rid: row.rid,
  pm_proj_ud: row.project_id,
  project_name: row.project,
  pm_sy_ud: row.survey_id,
  survey_name: row.survey,
  stmid: row.source_id,
  source_name: row.source,
  supplier: row.supplier,
  code: row.code,
  rule: row.rule,
  threshold: row.threshold,
  value: row.value,
  recorded: row.recorded,
  country: row.country,
  language: row.language,
  device: row.device,
  from_datacentre: row.from_datacentre,
  fingerprint: row.fingerprint,
  address: row.address,
  loi_minutes: row.interview_seconds === null ? null : row.interview_seconds / 60,
})
