import { Schema } from 'effect'
import { StatusScope } from '../statuses/status.ts'

/** Where an alert is: at a project, survey or source, or at the account, with something that is of no project. */
export const AlertedScope = Schema.Literals(['account', ...StatusScope.literals])
export type AlertedScope = typeof AlertedScope.Type

/** A number that a rule sets for one kind of alert. */
interface Threshold {
  readonly label: string
  readonly unit: '%' | 'days'
  readonly default: number
  readonly min: number
  readonly max: number
}

/** One kind of alert. */
interface AlertKindFacts {
  readonly label: string
  /** When it is raised, with the least numbers that it needs. */
  readonly meaning: string
  /** The scopes that can raise it. */
  readonly watches: readonly AlertedScope[]
  /** Who learns of it: everybody, the internal view alone, or the admins, who manage webhooks. */
  readonly seenBy: 'everybody' | 'internal' | 'admins'
  /** The threshold that rules set; null: it has none. */
  readonly threshold: Threshold | null
}

const percent = (label: string, by: number): Threshold => ({ label, unit: '%', default: by, min: 5, max: 95 })

/** The least numbers of the measured kinds: below them chance alone would alarm. */
export const ALERT_MINIMUMS = {
  /** behind_pace: hours that a source is live, and completes of its target. */
  liveHours: 4,
  target: 10,
  /** will_not_be_full: completes that stay short. */
  short: 10,
  /** ir_fell, conversion_fell: respondents of the last 24 hours, and of the time before. */
  respondents: 50,
  /** hash_errors: returns of the last hour with a wrong hash. */
  hashErrors: 5,
} as const

/**
 * The kinds of alerts. A kind that the feed shows is one entry here and its line in causes-of-change.ts; a measured
 * one, its line in judge-measured.ts; any other, the call of `raiseAlerts` by its noun.
 */
export const ALERT_KINDS = {
  auto_paused: {
    label: 'Auto-paused',
    meaning:
      'The desk has paused a survey or source, for another reason than its target. It ends when that is no longer so.',
    watches: ['survey', 'source'],
    seenBy: 'everybody',
    threshold: null,
  },
  target_reached: {
    label: 'Target reached',
    meaning:
      'The desk has paused a survey or source because it has as many completes as its target. It ends when that is no longer so.',
    watches: ['survey', 'source'],
    seenBy: 'everybody',
    threshold: null,
  },
  will_not_be_full: {
    label: 'Will not be full',
    meaning: `By its forecast a live source will probably be short of its target at its out-of-field date, by ${ALERT_MINIMUMS.short} completes or more. It ends when the chance is half of that, or the target is full.`,
    watches: ['source'],
    seenBy: 'everybody',
    threshold: percent('Chance to stay short', 50),
  },
  behind_pace: {
    label: 'Behind pace',
    meaning: `As long as a live source has no forecast: at the pace of the last 24 hours it will miss its target at its out-of-field date. It has been live for ${ALERT_MINIMUMS.liveHours} hours or more, and its target is at least ${ALERT_MINIMUMS.target}.`,
    watches: ['source'],
    seenBy: 'everybody',
    threshold: percent('Completes missing', 30),
  },
  unusual_figures: {
    label: 'Unusual figures',
    meaning:
      'Conversion, IR, drop-off or interview length of a live source in the last two full hours is far from that of the same hours of its last 7 days: by 20 % or more, and by more than chance explains. It names the figure, the part that moved most, and the change just before. It ends after 60 minutes inside.',
    watches: ['source'],
    seenBy: 'internal',
    threshold: null,
  },
  ir_fell: {
    label: 'IR fell',
    meaning: `The IR of a live source in the last 24 hours is lower than before. Both are of ${ALERT_MINIMUMS.respondents} respondents or more.`,
    watches: ['source'],
    seenBy: 'everybody',
    threshold: percent('Fell by', 40),
  },
  conversion_fell: {
    label: 'Conversion fell',
    meaning: `The conversion of a live source in the last 24 hours is lower than before. Both are of ${ALERT_MINIMUMS.respondents} entrants or more.`,
    watches: ['source'],
    seenBy: 'everybody',
    threshold: percent('Fell by', 40),
  },
  hash_errors: {
    label: 'Hash errors',
    meaning: `Returns of a source come with wrong hashes: ${ALERT_MINIMUMS.hashErrors} or more in an hour, and this share of the hour’s returns, or the desk has paused it for them.`,
    watches: ['source'],
    seenBy: 'internal',
    threshold: percent('Share of returns', 20),
  },
  closing_window: {
    label: 'Closing window',
    meaning:
      'The completes of last month can soon no longer be reconciled, and the project has had no reconciliation since that month. It ends when one is stored, or with the window.',
    watches: ['project'],
    seenBy: 'everybody',
    threshold: { label: 'Days before it closes', unit: 'days', default: 5, min: 1, max: 20 },
  },
  link_check_failed: {
    label: 'Link check failed',
    meaning:
      'The survey’s page did not answer a test respondent, who tries each live survey every 15 minutes, twice in a row. It ends with the next success, or when the survey is not live any more.',
    watches: ['survey'],
    seenBy: 'everybody',
    threshold: null,
  },
  webhook_off: {
    label: 'Webhook switched off',
    meaning:
      'The desk has switched off a webhook: its receiver answered 410 (Gone), or no delivery succeeded for three days. Rules for all projects raise it, and admins alone see it. It ends when the webhook is switched on again, or deleted.',
    watches: ['account'],
    seenBy: 'admins',
    threshold: null,
  },
} as const satisfies Record<string, AlertKindFacts>

export type AlertKind = keyof typeof ALERT_KINDS

/** The kinds, in the order in which they are offered. */
export const ALERT_KIND_IDS = Object.keys(ALERT_KINDS) as [AlertKind, ...AlertKind[]] // Object.keys loses the key types
export const AlertKind = Schema.Literals(ALERT_KIND_IDS)

/** The kinds with a threshold, which is a field of the same name in a rule. */
export const THRESHOLD_KINDS = [
  'will_not_be_full',
  'behind_pace',
  'ir_fell',
  'conversion_fell',
  'hash_errors',
  'closing_window',
] as const satisfies readonly AlertKind[]
export type ThresholdKind = (typeof THRESHOLD_KINDS)[number]

/** The kinds that these alone learn of. */
export function alertKindsSeenBy(seenBy: 'internal' | 'admins'): readonly AlertKind[] {
  return ALERT_KIND_IDS.filter(kind => ALERT_KINDS[kind].seenBy === seenBy)
}
