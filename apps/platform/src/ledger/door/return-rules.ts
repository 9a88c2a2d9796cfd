import { SURVEY_SCORES, type SurveyScore } from '@desk/schema/defender/rules'
import { INBOUND_CODES, INFLIGHT_TIMEOUT_LOI_FACTOR, RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { DefenderRule, LengthSpread, RespondentRow } from '../facts/ledger-facts.ts'
import type { EventDetail, SurveyScores } from '../facts/ledger-lines.ts'
import type { LinkParameters } from '../facts/link-parameters.ts'
import type { DoorRefusal } from './door-refusal.ts'

/** From so many completes on, a source's own lengths tell a speeder. */
const COMPLETES_ENOUGH = 30
/** Before that: shorter than this part of the stated LOI. */
const STATED_PART = 1 / 3
/** Makes the median of distances of a normal distribution its standard deviation. */
const MAD_TO_DEVIATION = 1.4826
/** Lengths of a source that are all but equal do not make everybody else a speeder: a deviation is a tenth at least. */
const LEAST_DEVIATION = 0.1
const MINUTE_MS = 60_000

/** A return as the rules judge it. */
export interface ReturnFacts {
  /** The survey says that it is a complete. */
  readonly isComplete: boolean
  /** It would make the respondent a complete. */
  readonly completes: boolean
  /** A server's return that is believed: it may confirm the outcome from a browser. */
  readonly confirms: boolean
  readonly hash: EventDetail['hash']
  readonly atMs: number
  /** How long the interview took; null: they were never in the survey. */
  readonly seconds: number | null
  readonly scores: SurveyScores | null
}

/** Whether the survey says that the respondent is a complete. */
export const claimsComplete = (inboundCode: string): boolean =>
  Object.hasOwn(INBOUND_CODES, inboundCode) && INBOUND_CODES[inboundCode] === 30

const SCORE = /^\d{1,3}(\.\d{1,6})?$/

/** A survey's scores of a respondent in a return whose hash is valid; null: nothing that could be read. */
export function scoresOf(parameters: LinkParameters | null, hash: EventDetail['hash']): SurveyScores | null {
  if (parameters === null || hash !== 'valid') return null
  let scores: Partial<Record<SurveyScore, number>> | null = null
  for (const name of SURVEY_SCORES) {
    const given = parameters.get(name)
    if (given === undefined || !SCORE.test(given) || Number(given) > 100) continue
    scores ??= {}
    scores[name] = Number(given)
  }
  return scores
}

/** The shortest interview that is no speeder's, in seconds, and what it is measured by. */
export function speederCut(
  threshold: number,
  statedSeconds: number | null,
  spread: LengthSpread | undefined,
): { readonly seconds: number; readonly by: string } | null {
  if (spread !== undefined && spread.lengths >= COMPLETES_ENOUGH) {
    const deviation = Math.max(LEAST_DEVIATION, spread.lnMad * MAD_TO_DEVIATION)
    return {
      seconds: Math.exp(spread.lnMedian - threshold * deviation),
      by: `median ${Math.round(Math.exp(spread.lnMedian))} s of ${spread.lengths} completes − ${threshold} MAD`,
    }
  }
  return statedSeconds === null
    ? null
    : { seconds: statedSeconds * STATED_PART, by: `a third of the stated ${Math.round(statedSeconds)} s` }
}

/** The objection of a rule to a return; null: none, nothing to judge by, or the rule judges entries. */
export function brokenAtReturn(
  { rule, threshold }: Pick<DefenderRule, 'rule' | 'threshold'>,
  back: ReturnFacts,
  row: Pick<RespondentRow, 'code' | 'inSurveyAtMs' | 'abandonAtMs' | 'endedAtMs'>,
  spread: LengthSpread | undefined,
): DoorRefusal | null {
  switch (rule) {
    case 'ghost':
      return ghost(threshold ?? 10, back, row)
    case 'speeder': {
      const cut = back.completes ? speederCut(threshold ?? 3, statedSeconds(row), spread) : null
      return cut === null || back.seconds === null || back.seconds >= cut.seconds
        ? null
        : { rule, threshold: `${Math.round(cut.seconds)} s (${cut.by})`, value: `${back.seconds} s` }
    }
    case 'straight_lining':
    case 'open_ends':
    case 'text_analytics':
    case 'bot_score': {
      const score = back.completes ? back.scores?.[rule] : undefined
      return score === undefined || threshold === null || score <= threshold
        ? null
        : { rule, threshold: `at most ${threshold} of 100`, value: String(score) }
    }
    default:
      return null
  }
}

/** The LOI that was stated when they entered: their time runs out at a multiple of it. */
export function statedSeconds({
  inSurveyAtMs,
  abandonAtMs,
}: Pick<RespondentRow, 'inSurveyAtMs' | 'abandonAtMs'>): number | null {
  return inSurveyAtMs === null || abandonAtMs === null
    ? null
    : (abandonAtMs - inSurveyAtMs) / 1_000 / INFLIGHT_TIMEOUT_LOI_FACTOR
}

function ghost(
  minutes: number,
  { isComplete, confirms, hash, atMs }: ReturnFacts,
  { code, endedAtMs }: Pick<RespondentRow, 'code' | 'endedAtMs'>,
): DoorRefusal | null {
  if (!isComplete) return null
  if (hash === 'missing' || hash === 'wrong') return { rule: 'ghost', threshold: 'a valid hash', value: `hash ${hash}` }
  if (code === 20 || code === 21 || code === 22)
    return { rule: 'ghost', threshold: 'a respondent who was in the survey', value: RESPONDENT_STATE_LABELS[code] }
  // a reload of the last page comes at once, and a server may confirm a browser's outcome at any time
  if (confirms || code < 30 || code > 34 || endedAtMs === null || atMs - endedAtMs <= minutes * MINUTE_MS) return null
  const later = Math.floor((atMs - endedAtMs) / MINUTE_MS)
  return { rule: 'ghost', threshold: `one return, again within ${minutes} min`, value: `again after ${later} min` }
}
