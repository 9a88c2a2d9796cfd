import { doorCause } from '@desk/schema/respondents/door-rules'
import type { RespondentPath, RespondentStep, RespondentVerdict } from '@desk/schema/respondents/explain'
import { RESPONDENT_STATE_LABELS, type StateTone } from '@desk/schema/respondents/state'

/** Rules and details come as codes; a person reads words. */
export const ruleWords = (rule: string): string => {
  const words = rule.replaceAll(/[_.]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A step's heading: the cause of a refusal at the door or of a complete at its return, else the state that it led to. */
export function stepHeading({
  to,
  rule,
  threshold,
  value,
}: Pick<RespondentStep, 'to' | 'rule' | 'threshold' | 'value'>): string {
  if (rule === null || (to !== 20 && to !== 21 && to !== 22 && to !== 33)) return RESPONDENT_STATE_LABELS[to]
  return doorCause({ rule, threshold, value }) ?? `${RESPONDENT_STATE_LABELS[to]}: ${ruleWords(rule)}`
}

/** The result of a respondent's path, by the step that caused it. */
export function pathHeading({ code, steps }: Pick<RespondentPath, 'code' | 'steps'>): string {
  const last = steps.findLast(({ to, changed }) => changed && to === code)
  return last === undefined ? RESPONDENT_STATE_LABELS[code] : stepHeading(last)
}

/** The verdict that decided a step: of its rule, and a refusal. */
export function verdictOf(
  { rule }: Pick<RespondentStep, 'rule'>,
  { verdicts }: Pick<RespondentPath, 'verdicts'>,
): RespondentVerdict | undefined {
  return rule === null ? undefined : verdicts.find(verdict => verdict.refused && verdict.rule === rule)
}

/** The verdicts against the respondent, without the rules that decided a step. */
export function furtherVerdicts({ steps, verdicts }: Pick<RespondentPath, 'steps' | 'verdicts'>): RespondentVerdict[] {
  const atTheDoor = verdicts.find(({ refused, at_return: atReturn = false }) => refused && !atReturn)
  const decided = [atTheDoor, ...steps.map(step => verdictOf(step, { verdicts }))]
  return verdicts.filter(verdict => !decided.includes(verdict))
}

/** The effect of a verdict that decided nothing. */
export function effectWords({ refused, at_return: atReturn = false, held_out: heldOut }: RespondentVerdict): string {
  if (heldOut === true) return 'Would have refused: held out'
  if (!refused) return atReturn ? 'Shadow: the complete counts' : 'Shadow: records only'
  return atReturn ? 'Would have refused the complete too' : 'Would have refused too'
}

export const TONE_GLYPHS: Readonly<Record<StateTone, string>> = { underWay: '◌', good: '✓', refused: '✕', lost: '…' }

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A moment to the second, with its day, in a zone: steps of one respondent lie seconds apart. */
export function clockText(atMs: number, zone: string): string {
  let clock = clocks.get(zone)
  if (!clock) {
    const parts = {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    } as const
    try {
      clock = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone })
    } catch {
      clock = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
    }
    clocks.set(zone, clock)
  }
  return clock.format(atMs)
}
