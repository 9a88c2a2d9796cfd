import { SUBJECT_ROWS_MAX, type SubjectAccess } from '@desk/schema/privacy/subject-access'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'

/** A person by the ID of a supplier; without a supplier: null. */
export interface Subject {
  readonly supplier_id: number | null
  readonly supplier: string | null
  readonly rid: string
}

/** The person of an RDUD, or of a supplier's ID that entered. */
export async function findSubject(
  tx: Tx,
  accountId: number,
  hex: string | null,
  supplierId: number | undefined,
  rid: string | undefined,
): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select r.supplier_id, s.name as supplier, r.rid
    from respondent r left join supplier s on s.account_id = r.account_id and s.supplier_id = r.supplier_id
    where r.account_id = ${accountId} and (
      r.rdud = ${hex}::uuid or (r.rid = ${rid ?? null}::text and r.supplier_id = ${supplierId ?? null}::int))
    limit 1`.execute(tx)
  return rows[0]
}

type Parts = Omit<SubjectAccess, keyof Subject | 'is_partial' | 'objections'>

/** Moments as text and RDUDs as hex, so that each part is a list of JSON. */
const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Every row of an account about a person, each part with one more than its most. */
export async function readParts(tx: Tx, accountId: number, { supplier_id: supplierId, rid }: Subject): Promise<Parts> {
  const { rows: own } = await sql<{ hex: string; since: Date }>`
    select replace(rdud::text, '-', '') as hex, entered_at as since from respondent
    where account_id = ${accountId} and rid = ${rid} and supplier_id is not distinct from ${supplierId}::int
    order by entered_at desc limit ${SUBJECT_ROWS_MAX + 1}`.execute(tx)
  const hexes = sql`any(${own.map(({ hex }) => hex)}::uuid[])`
  // the ledger's months before the first entry have nothing
  const since = own.at(-1)?.since ?? new Date()
  const part = async <Name extends keyof Parts>(select: RawBuilder<unknown>): Promise<Parts[Name]> => {
    const { rows } = await sql<{ rdud?: string }>`${select} limit ${SUBJECT_ROWS_MAX + 1}`.execute(tx)
    const named = rows.map(row =>
      row.rdud === undefined ? row : { ...row, rdud: formatRdud(accountId, row.rdud.replaceAll('-', '')) },
    )
    // the statement selects the fields of the part
    return named as unknown as Parts[Name]
  }
  return {
    entries: await part<'entries'>(sql`
      select r.rdud::text, r.source_id as stmid, s.name as source_name, y.name as survey_name, p.name as project_name, r.code, r.is_test,
        ${instant('r.entered_at')} as entered_at, ${instant('r.ended_at')} as ended_at, r.interview_seconds, host(r.address) as address, r.fingerprint
      from respondent r join source s on s.account_id = r.account_id and s.source_id = r.source_id
        join survey y on y.account_id = r.account_id and y.survey_id = r.survey_id
        join project p on p.account_id = r.account_id and p.project_id = r.project_id
      where r.account_id = ${accountId} and r.rdud = ${hexes} order by r.entered_at desc`),
    events: await part<'events'>(sql`
      select e.rdud::text, ${instant('e.at')} as at, e.from_code, e.to_code, e.country, e.language, e.answers, e.detail
      from respondent_event e where e.account_id = ${accountId} and e.rdud = ${hexes} and e.at >= ${since} order by e.position desc`),
    verdicts: await part<'verdicts'>(sql`
      select v.rdud::text, ${instant('v.at')} as at, v.rule, v.refused, v.threshold, v.value
      from rule_verdict v where v.account_id = ${accountId} and v.rdud = ${hexes} order by v.at desc, v.place`),
    listed: await part<'listed'>(sql`
      select m.list, m.value, m.note, ${instant('m.added_at')} as added_at, ${instant('m.removed_at')} as removed_at
      from listed_mark m where m.account_id = ${accountId} and m.kind <> 'network' and m.value in (
        select fingerprint from respondent r where r.account_id = ${accountId} and r.rdud = ${hexes} and fingerprint is not null
        union select host(address) from respondent r where r.account_id = ${accountId} and r.rdud = ${hexes} and address is not null)
      order by m.entry_id desc`),
    statement_lines: await part<'statement_lines'>(sql`
      select e.rdud::text, l.scope, l.month, l.line
      from respondent_event e join statement_line l on l.account_id = e.account_id and l.scope in ('supplier', 'project', 'business_unit') and l.position = e.position
      where e.account_id = ${accountId} and e.rdud = ${hexes} and e.at >= ${since} order by l.month desc, l.scope, l.line`),
    recontact: await part<'recontact'>(sql`
      select x.source_id as stmid, s.name as source_name, ${instant('x.added_at')} as added_at, ${instant('x.removed_at')} as removed_at
      from recontact_person x join source s on s.account_id = x.account_id and s.source_id = x.source_id
      where x.account_id = ${accountId} and (x.rdud = ${hexes} or x.ordud = ${hexes}) order by x.added_at desc`),
    reconciliation_rows: await part<'reconciliation_rows'>(sql`
      select w.rdud::text, w.reconciliation_id as reconciliation_ud, w.line, w.outcome
      from reconciliation_row w where w.account_id = ${accountId} and w.rdud = ${hexes} order by w.reconciliation_id desc, w.line`),
  }
}
