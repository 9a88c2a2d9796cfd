import type { RespondentPath, RespondentStep } from '@desk/schema/respondents/explain'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { Tx } from '../db/tx.ts'
import type { EventDetail } from './batch-fold.ts'
import { formatRdud, parseRdud } from './rdud.ts'

interface Found {
  readonly rdud: string
  readonly rid: string
  readonly name: string
  readonly supplier: string | null
  readonly code: RespondentCode
  readonly isTest: boolean
  readonly late: boolean
  readonly enteredAt: Date
  readonly endedAt: Date | null
  readonly interviewSeconds: number | null
}

interface StoredEvent {
  readonly at: Date
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly changed: boolean
  readonly detail: EventDetail | null
}

/** More steps than anybody has in earnest; the first ones tell. */
const MAX_STEPS = 500
const HEX_ID = /^[0-9a-f]{32}$/

/** The respondent's id that a search text is: an RDUD, or its hex part, with or without dashes; null for anything else. */
function idOf(accountId: number, find: string): string | null {
  const parts = parseRdud(find)
  if (parts !== null) return parts.accountId === accountId ? parts.hex : null
  const hex = find.toLowerCase().replaceAll('-', '')
  return HEX_ID.test(hex) ? hex : null
}

/**
 * One respondent's path through a source, every step and refusal with its rule, threshold and value, in the internal view.
 * @param find the RDUD or the supplier's rid
 * @returns null when the source has no such respondent
 */
export async function explainRespondent(tx: Tx, accountId: number, sourceId: number, find: string): Promise<RespondentPath | null> {
  const { rows } = await tx.client.query<Found>({
    text: `select r.rdud, r.rid, s.name, su.name as supplier, r.code, r.is_test as "isTest", r.late, r.entered_at as "enteredAt", r.ended_at as "endedAt",
        r.interview_seconds as "interviewSeconds"
      from respondent r join source s on s.account_id = r.account_id and s.source_id = r.source_id
        left join supplier su on su.account_id = r.account_id and su.supplier_id = r.supplier_id
      where r.account_id = $1 and r.source_id = $2 and (r.rdud = $3::uuid or r.rid = $4)
      order by (r.rdud = $3::uuid) desc nulls last limit 1`,
    values: [accountId, sourceId, idOf(accountId, find), find],
  })
  const [found] = rows
  if (!found) return null
  const events = await tx.client.query<StoredEvent>({
    text: `select at, from_code as "from", to_code as "to", changed, detail from respondent_event where account_id = $1 and rdud = $2 order by position limit $3`,
    values: [accountId, found.rdud, MAX_STEPS],
  })
  return {
    rdud: formatRdud(accountId, found.rdud.replaceAll('-', '')),
    rid: found.rid,
    stmid: sourceId,
    stream_name: found.name,
    supplier: found.supplier,
    code: found.code,
    is_test: found.isTest,
    late: found.late,
    entered_at: found.enteredAt.toISOString(),
    ended_at: found.endedAt?.toISOString() ?? null,
    loi_minutes: found.interviewSeconds === null ? null : found.interviewSeconds / 60,
    steps: events.rows.flatMap(stepsOf),
  }
}

/** An entry is one line of the ledger and two steps: entered, and what the checks made of it. */
function stepsOf({ at, from, to, changed, detail }: StoredEvent): RespondentStep[] {
  const step: RespondentStep = {
    at: at.toISOString(),
    from: from ?? 10,
    to,
    changed,
    rule: detail?.rule ?? null,
    threshold: detail?.threshold ?? null,
    value: detail?.value ?? null,
    detail: wordsOf(detail, from),
  }
  return from === null ? [{ ...step, from: null, to: 10, rule: null, threshold: null, value: null, detail: null }, step] : [step]
}

function wordsOf(detail: EventDetail | null, from: RespondentCode | null): string | null {
  if (detail === null) return null
  const { inbound, via, hash, late, again } = detail
  const isEntry = inbound === undefined && via === undefined && hash === undefined
  const words = [
    again ? (isEntry && from !== null ? 'entered again' : 'returned again') : null,
    inbound === undefined ? null : `inbound code ${inbound}`,
    via === 'server' ? 'server-to-server' : null,
    hash === undefined ? null : `hash ${hash}`,
    late ? 'late' : null,
  ].filter(word => word !== null)
  return words.length === 0 ? null : words.join(', ')
}
