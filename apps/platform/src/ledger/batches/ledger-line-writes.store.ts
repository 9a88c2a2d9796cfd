import { unlessEmpty, type FilledPart, type Part } from './joint-statement.ts'
import type { LedgerEvent, LedgerLines, VerdictLine } from '../facts/ledger-lines.ts'
import { RowSet, type Column } from './row-set.ts'

export type FreshRespondent = LedgerLines['fresh'][number]

export const FRESH = new RowSet<FreshRespondent>([
  ['rdud', 'uuid', ({ row }) => row.hex],
  ['source_id', 'int', ({ row }) => row.sourceId],
  ['survey_id', 'int', ({ arrival }) => arrival.surveyId],
  ['project_id', 'int', ({ arrival }) => arrival.projectId],
  ['supplier_id', 'int', ({ row }) => row.supplierId],
  ['rid', 'text', ({ row }) => row.rid],
  ['code', 'smallint', ({ row }) => row.code],
  ['is_test', 'boolean', ({ row }) => row.isTest],
  ['late', 'boolean', ({ row }) => row.late],
  ['via_server', 'boolean', ({ row }) => row.viaServer],
  ['quota_no', 'int', ({ row }) => row.quotaNo],
  ['loi_stated_seconds', 'int', ({ arrival }) => arrival.loiStatedSeconds],
  ['interview_seconds', 'int', ({ row }) => row.interviewSeconds],
  ['cpi_cents', 'int', ({ row }) => row.cpiCents],
  ['sell_price_cents', 'int', ({ row }) => row.sellPriceCents],
  ['entered_at', 'timestamptz', ({ arrival }) => arrival.enteredAtMs],
  ['in_survey_at', 'timestamptz', ({ row }) => row.inSurveyAtMs],
  ['abandon_at', 'timestamptz', ({ row }) => row.abandonAtMs],
  ['ended_at', 'timestamptz', ({ row }) => row.endedAtMs],
  ['address', 'inet', ({ arrival }) => arrival.address],
  ['fingerprint', 'text', ({ arrival }) => arrival.fingerprint],
  ['hold_out', 'text', ({ row }) => row.heldOut],
])

/** Respondents who fall due together, as a PostgreSQL array. */
export interface DueGroup {
  readonly abandonAtMs: number
  readonly respondents: string
}

export const DUE = new RowSet<DueGroup>([
  ['abandon_at', 'timestamptz', group => group.abandonAtMs],
  ['respondents', 'uuid[]', group => `{${group.respondents}}`],
])

const DUE_TOGETHER_MS = 1_000

/**
 * One line of the queue of abandons for all who fall due within the same second, when the last of them does;
 * respondents whose place is given back earlier are in two.
 */
function dueGroups(fresh: readonly FreshRespondent[]): DueGroup[] {
  const groups = new Map<number, { abandonAtMs: number; respondents: string }>()
  const add = (hex: string, atMs: number): void => {
    const second = Math.floor(atMs / DUE_TOGETHER_MS)
    const group = groups.get(second)
    if (group === undefined) groups.set(second, { abandonAtMs: atMs, respondents: hex })
    else {
      group.abandonAtMs = Math.max(group.abandonAtMs, atMs)
      group.respondents += `,${hex}`
    }
  }
  for (const { row, arrival } of fresh) {
    if (row.abandonAtMs === null || row.code !== 11) continue
    add(row.hex, row.abandonAtMs)
    if (arrival.placeUntilMs !== null) add(row.hex, arrival.placeUntilMs)
  }
  return [...groups.values()]
}

const OF_ANY_EVENT: readonly Column<LedgerEvent>[] = [
  ['at', 'timestamptz', ({ atMs }) => atMs],
  ['rdud', 'uuid', ({ hex }) => hex],
  ['source_id', 'int', ({ sourceId }) => sourceId],
  ['from_code', 'smallint', ({ from }) => from],
  ['to_code', 'smallint', ({ to }) => to],
  ['changed', 'boolean', ({ changed }) => changed],
  ['is_test', 'boolean', ({ isTest }) => isTest],
  ['interview_seconds', 'int', ({ interviewSeconds }) => interviewSeconds],
  ['cpi_cents', 'int', ({ cpiCents }) => cpiCents],
  ['sell_price_cents', 'int', ({ sellPriceCents }) => sellPriceCents],
  ['detail', 'jsonb', ({ detail }) => (detail === null ? null : JSON.stringify(detail))],
]

/** Lines among which are entries. */
export const EVENTS = new RowSet<LedgerEvent>([
  ...OF_ANY_EVENT,
  ['country', 'text', ({ entry }) => entry?.country ?? null],
  ['language', 'text', ({ entry }) => entry?.language ?? null],
  ['device', 'smallint', ({ entry }) => entry?.device ?? null],
  ['from_datacentre', 'boolean', ({ entry }) => entry?.fromDatacentre ?? null],
  ['same_fingerprint', 'int', ({ entry }) => entry?.sameFingerprint ?? null],
  ['same_address', 'int', ({ entry }) => entry?.sameAddress ?? null],
  ['same_rid', 'int', ({ entry }) => entry?.sameRid ?? null],
  ['attempts', 'int', ({ entry }) => entry?.attempts ?? null],
  ['answers', 'jsonb', ({ entry }) => (entry?.answers ? JSON.stringify(entry.answers) : null)],
  ['door_version', 'bigint', ({ entry }) => entry?.doorVersion ?? null],
])

/** Lines of which none is an entry: returns, timeouts and adjustments have half the columns. */
const LATER_EVENTS = new RowSet<LedgerEvent>(OF_ANY_EVENT)

export const VERDICTS = new RowSet<VerdictLine>([
  ['rdud', 'uuid', ({ hex }) => hex],
  ['place', 'smallint', ({ place }) => place],
  ['source_id', 'int', ({ sourceId }) => sourceId],
  ['at', 'timestamptz', ({ atMs }) => atMs],
  ['rule', 'text', ({ rule }) => rule],
  ['refused', 'boolean', ({ refused }) => refused],
  ['threshold', 'text', ({ threshold }) => threshold],
  ['value', 'text', ({ value }) => value],
  ['set_by', 'text', ({ setBy }) => setBy],
  ['at_return', 'boolean', ({ atReturn }) => atReturn],
  ['held_out', 'boolean', ({ heldOut }) => heldOut],
])

const insertInto = (table: string, set: { readonly names: string }) => (from: string) =>
  `insert into ${table} (account_id, ${set.names}) select $1::int, ${set.names} from ${from}`

const FRESH_PART: Part = { name: 'fresh', rows: FRESH, sql: insertInto('respondent', FRESH) }
const DUE_PART: Part = { name: 'due', rows: DUE, sql: insertInto('abandon_due', DUE) }
const EVENTS_PART: Part = { name: 'logged', rows: EVENTS, sql: insertInto('respondent_event', EVENTS) }
const LATER_EVENTS_PART: Part = {
  name: 'logged_later',
  rows: LATER_EVENTS,
  sql: insertInto('respondent_event', LATER_EVENTS),
}
const VERDICTS_PART: Part = { name: 'judged', rows: VERDICTS, sql: insertInto('rule_verdict', VERDICTS) }
// looking for a row in the way costs as much as the row
const REPEATED_VERDICTS_PART: Part = {
  name: 'judged_again',
  rows: VERDICTS,
  sql: from => `${insertInto('rule_verdict', VERDICTS)(from)} on conflict do nothing`,
}

/** Lines of the ledger, who came with them, and when these fall due. */
export function lineParts({ fresh, events, verdicts }: LedgerLines): FilledPart[] {
  return [
    ...unlessEmpty(FRESH_PART, FRESH, fresh),
    ...unlessEmpty(DUE_PART, DUE, dueGroups(fresh)),
    ...(events.some(({ entry }) => entry !== null)
      ? unlessEmpty(EVENTS_PART, EVENTS, events)
      : unlessEmpty(LATER_EVENTS_PART, LATER_EVENTS, events)),
    ...verdictParts(verdicts),
  ]
}

/** One part for all: PostgreSQL promises no order of parts, and a verdict may be repeated within its batch. */
function verdictParts(verdicts: readonly VerdictLine[]): FilledPart[] {
  const part = verdicts.some(({ mayRepeat }) => mayRepeat) ? REPEATED_VERDICTS_PART : VERDICTS_PART
  return unlessEmpty(part, VERDICTS, verdicts)
}
