import type { RuleSetter } from '@desk/schema/defender/in-force'
import type { RespondentPath, RespondentStep, RespondentVerdict } from '@desk/schema/respondents/explain'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { Tx } from '#kernel/db/tx'
import type { HeldOut } from '../facts/ledger-facts.ts'
import { formatRdud } from '../facts/rdud.ts'
import { idOf } from './find-respondents.store.ts'
import { stepWords, type ExplainedEvent } from './step-words.ts'

interface Found {
  readonly rdud: string
  readonly rid: string
  readonly name: string
  readonly supplier: string | null
  readonly code: RespondentCode
  readonly isTest: boolean
  readonly late: boolean
  readonly holdOut: HeldOut | null
  readonly enteredAt: Date
  readonly endedAt: Date | null
  readonly interviewSeconds: number | null
  readonly loiStatedSeconds: number
}

type StoredVerdict = Omit<RespondentVerdict, 'set_by' | 'at_return' | 'held_out'> & {
  readonly set_by: RuleSetter | null
  readonly at_return: boolean
  readonly held_out: boolean
}

interface StoredEvent extends ExplainedEvent {
  readonly at: Date
}

/** More steps than a real respondent has; the first ones suffice. */
const MAX_STEPS = 500

/**
 * One respondent's path through a source, every step and refusal with its rule, threshold and value, and every rule that spoke against the entry, in the internal view.
 * @param find the RDUD or the supplier's rid
 * @returns null when the source has no such respondent
 */
export async function explainRespondent(
  tx: Tx,
  accountId: number,
  sourceId: number,
  find: string,
): Promise<RespondentPath | null> {
  const { rows } = await tx.client.query<Found>({
    text: `select r.rdud, r.rid, s.name, su.name as supplier, r.code, r.is_test as "isTest", r.late, r.hold_out as "holdOut", r.entered_at as "enteredAt", r.ended_at as "endedAt",
        r.interview_seconds as "interviewSeconds", r.loi_stated_seconds as "loiStatedSeconds"
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
  const verdicts = await tx.client.query<StoredVerdict>({
    text: `select rule, refused, threshold, value, set_by, at_return, held_out from rule_verdict where account_id = $1 and rdud = $2 order by place`,
    values: [accountId, found.rdud],
  })
  return {
    rdud: formatRdud(accountId, found.rdud.replaceAll('-', '')),
    rid: found.rid,
    stmid: sourceId,
    source_name: found.name,
    supplier: found.supplier,
    code: found.code,
    is_test: found.isTest,
    late: found.late,
    ...(found.holdOut === null ? {} : { hold_out: found.holdOut }),
    entered_at: found.enteredAt.toISOString(),
    ended_at: found.endedAt?.toISOString() ?? null,
    loi_minutes: found.interviewSeconds === null ? null : found.interviewSeconds / 60,
    steps: events.rows.flatMap(event => stepsOf(event, found.loiStatedSeconds / 60)),
    verdicts: verdicts.rows.map(({ set_by: setBy, at_return: atReturn, held_out: heldOut, ...verdict }) => ({
      ...verdict,
      ...(setBy === null ? {} : { set_by: setBy }),
      ...(atReturn ? { at_return: true } : {}),
      ...(heldOut ? { held_out: true } : {}),
    })),
  }
}

/** An entry is one line of the ledger and two steps: entered, and the result of the checks. */
function stepsOf(event: StoredEvent, loiStatedMinutes: number): RespondentStep[] {
  const { at, from, to, changed, detail } = event
  const step: RespondentStep = {
    at: at.toISOString(),
    from: from ?? 10,
    to,
    changed,
    rule: detail?.rule ?? null,
    threshold: detail?.threshold ?? null,
    value: detail?.value ?? null,
    detail: stepWords(event, loiStatedMinutes),
  }
  return from === null
    ? [{ ...step, from: null, to: 10, rule: null, threshold: null, value: null, detail: null }, step]
    : [step]
}
