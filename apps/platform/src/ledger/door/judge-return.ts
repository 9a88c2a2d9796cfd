import { respondentStep } from '@desk/machines/respondent/respondent-step'
import type { RuleSetter } from '@desk/schema/defender/in-force'
import type { DefenderRuleName } from '@desk/schema/respondents/door-rules'
import type { BatchFacts, DefenderRule, RespondentRow, SourceFacts } from '../facts/ledger-facts.ts'
import type { Refusal, ReturnOperation } from '../facts/ledger-operations.ts'
import { secondsBetween } from '../facts/seconds-between.ts'
import { brokenAtReturn, claimsComplete, scoresOf, type ReturnFacts } from './return-rules.ts'
import { judgeReturn, type ReturnVerdict } from './return-verdict.ts'

/** A rule of Defender that spoke against a return. */
export interface ReturnVerdictOfRule extends Refusal {
  readonly rule: DefenderRuleName
  readonly refused: boolean
  readonly setBy: RuleSetter
}

/** A return as it counts, and every rule that spoke against it. */
export interface JudgedReturn extends ReturnVerdict {
  readonly against: readonly ReturnVerdictOfRule[]
  /** A rule made a quality term of what the survey calls a complete. */
  readonly isRefused: boolean
}

/**
 * Judges a return by its hash and code, and a complete by Defender's rules too (docs/decisions/0068): the first that refuses makes a quality term of it. A test is
 * judged by no rule.
 */
export function judgeReturnOf(
  back: ReturnOperation,
  row: RespondentRow,
  rules: readonly DefenderRule[],
  facts: BatchFacts,
): JudgedReturn {
  const judged = judgeReturn(back, facts)
  const scores = scoresOf(back.parameters, judged.detail?.hash)
  const returned = scores === null ? judged : { ...judged, detail: { ...judged.detail, scores } }
  if (row.isTest || !claimsComplete(back.inboundCode)) return { ...returned, against: [], isRefused: false }
  const { inSurveyAtMs, interviewSeconds } = row
  const { viaServer, atMs } = back
  const { isBelieved, code } = returned
  const asComplete: ReturnFacts = {
    isComplete: true,
    completes:
      code === 30 &&
      respondentStep(row.code, row, { type: 'return.received', code, viaServer, isBelieved, late: false }).changed,
    confirms: viaServer && isBelieved,
    hash: returned.detail?.hash,
    atMs,
    seconds: interviewSeconds ?? (inSurveyAtMs === null ? null : secondsBetween(inSurveyAtMs, atMs)),
    scores,
  }
  const against: ReturnVerdictOfRule[] = []
  for (const rule of rules) {
    const broken = brokenAtReturn(rule, asComplete, row, facts.spreads.get(row.sourceId))
    if (broken !== null)
      against.push({ ...broken, rule: rule.rule, refused: rule.mode === 'refuse', setBy: rule.setBy })
  }
  const decided = against.find(({ refused }) => refused) ?? (asComplete.completes ? heldOut(row) : undefined)
  if (decided === undefined) return { ...returned, against, isRefused: false }
  const { rule, threshold, value } = decided
  return { isBelieved, code: 33, detail: { ...returned.detail, rule, threshold, value }, against, isRefused: true }
}

/**
 * A respondent let in against a rule completes nothing that is billed, unless that is allowed (docs/decisions/0069).
 */
function heldOut({ heldOut: counts }: RespondentRow): Refusal | undefined {
  return counts === 'unbilled' ? { rule: 'hold_out', threshold: 'not billed', value: 'completed' } : undefined
}

/** Whether the speeder rule judges completes of a source, of whichever supplier. */
export function judgesLengths({ rules, supplierRules }: Pick<SourceFacts, 'rules' | 'supplierRules'>): boolean {
  return [rules, ...supplierRules.values()].some(ofSupplier => ofSupplier.some(({ rule }) => rule === 'speeder'))
}
