import type { RespondentPath, RespondentStep } from '@desk/schema/respondents/explain'
import { RESPONDENT_STATE_LABELS, type StateTone } from '@desk/schema/respondents/state'

/** Rules and details come as codes; a person reads words. */
export const ruleWords = (rule: string): string => {
  const words = rule.replaceAll(/[_.]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Cause = (step: { readonly threshold: string; readonly value: string }) => string

/** What turned somebody away at the door, by its rule: a heading that needs no second look (look.md 9). */
const CAUSES: Readonly<Record<string, Cause>> = {
  source_status: ({ value }) => value,
  survey_status: ({ value }) => `${value}: the survey`,
  project_status: ({ value }) => `${value}: the project`,
  past_out_of_field: () => 'Past out of field',
  target: ({ threshold }) => `Target reached: ${threshold}`,
  clicks_target: ({ threshold }) => `Clicks target reached: ${threshold}`,
  expected_completes: ({ threshold }) => `Enough in progress for the target: ${threshold}`,
  pacing: ({ threshold }) => `Paced: ${threshold}`,
  survey_url: () => 'No usable survey URL',
  'sub-quota': () => 'No sub-quota fits',
  device: ({ value }) => `Device not taken: ${value}`,
  country: ({ value }) => `Country not taken: ${value}`,
  duplicate_fingerprint: () => 'Duplicate fingerprint',
  duplicate_ip: () => 'Duplicate IP address',
  datacentre: () => 'From a datacentre',
}
const NAMED: readonly (readonly [rule: string, words: string])[] = [
  ['sub-quota: ', 'Sub-quota full: '],
  ['qualification: ', 'Not qualified: '],
]

/** A step's heading: the cause of a refusal at the door, else the state that it led to. */
export function stepHeading({
  to,
  rule,
  threshold,
  value,
}: Pick<RespondentStep, 'to' | 'rule' | 'threshold' | 'value'>): string {
  if (rule === null || (to !== 20 && to !== 21 && to !== 22)) return RESPONDENT_STATE_LABELS[to]
  const named = NAMED.find(([prefix]) => rule.startsWith(prefix))
  if (named !== undefined) return named[1] + rule.slice(named[0].length)
  const cause = Object.hasOwn(CAUSES, rule) ? CAUSES[rule] : undefined
  return (
    cause?.({ threshold: threshold ?? '', value: value ?? '' }) ?? `${RESPONDENT_STATE_LABELS[to]}: ${ruleWords(rule)}`
  )
}

/** What a respondent's path came to, by the step that did it. */
export function pathHeading({ code, steps }: Pick<RespondentPath, 'code' | 'steps'>): string {
  const last = steps.findLast(({ to, changed }) => changed && to === code)
  return last === undefined ? RESPONDENT_STATE_LABELS[code] : stepHeading(last)
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
