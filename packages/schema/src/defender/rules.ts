import { Schema } from 'effect'
import { DEFENDER_RULES, type DefenderRuleName } from '../respondents/door-rules.ts'

/** The modes of a rule: refuse, only record, or not judge at all. */
export const RULE_MODES = ['refuse', 'shadow', 'off'] as const
export type RuleMode = (typeof RULE_MODES)[number]

/** The words of a screen for the effect of each mode of a rule. */
export const MODE_LABELS: Readonly<Record<RuleMode, string>> = {
  refuse: 'Refuse',
  shadow: 'Record only',
  off: 'Off',
}

/** A whole number that a user sets, with its unit and range. */
export interface RuleNumber {
  readonly label: string
  readonly unit: string
  readonly min: number
  readonly max: number
}

/** One rule of Defender (defender.md §1) as it can be set. */
export interface CatalogueRule {
  readonly label: string
  readonly judges: string
  /** Judged of an entrant, or of a return. */
  readonly at: 'entry' | 'return'
  /** Null: there is nothing to set but the mode. */
  readonly threshold: RuleNumber | null
  /** How far back it looks, where that can be set. */
  readonly window: RuleNumber | null
}

const others: RuleNumber = { label: 'Threshold', unit: 'others', min: 1, max: 1_000 }
const attempts: RuleNumber = { label: 'Threshold', unit: 'attempts in 24 h', min: 1, max: 1_000 }
const score: RuleNumber = { label: 'Threshold', unit: 'of 100', min: 0, max: 99 }
const hours: RuleNumber = { label: 'Window', unit: 'hours', min: 1, max: 720 }

/** Every rule that the desk can judge from what it knows, in the order in which the door, and then the return, asks. */
export const DEFENDER_CATALOGUE: Readonly<Record<DefenderRuleName, CatalogueRule>> = {
  duplicate_rid: {
    label: 'Duplicate respondent ID',
    judges: 'The supplier’s respondent ID has entered this survey through another source within the window.',
    at: 'entry',
    threshold: null,
    window: hours,
  },
  duplicate_fingerprint: {
    label: 'Duplicate fingerprint',
    judges: 'As many others with the same fingerprint have entered this survey within the window.',
    at: 'entry',
    threshold: others,
    window: hours,
  },
  duplicate_ip: {
    label: 'Duplicate IP address',
    judges: 'As many others from the same address have entered this survey within the window.',
    at: 'entry',
    threshold: others,
    window: hours,
  },
  activity: {
    label: 'Activity',
    judges: 'The fingerprint or the address has entered the account’s surveys more often than this in 24 hours.',
    at: 'entry',
    threshold: attempts,
    window: null,
  },
  activity_watch: {
    label: 'Activity, watched',
    judges: 'The same as Activity, with a lower threshold.',
    at: 'entry',
    threshold: attempts,
    window: null,
  },
  country: {
    label: 'Country check',
    judges: 'The country of the address is not the survey’s. An unknown country passes.',
    at: 'entry',
    threshold: null,
    window: null,
  },
  datacentre: {
    label: 'Data centre',
    judges: 'The address belongs to a data centre.',
    at: 'entry',
    threshold: null,
    window: null,
  },
  fingerprint_missing: {
    label: 'Fingerprint missing',
    judges: 'The link carries no fingerprint.',
    at: 'entry',
    threshold: null,
    window: null,
  },
  many_addresses: {
    label: 'Many addresses of a network',
    judges:
      'More different addresses than this of the entrant’s network (/24, of IPv6 /48) have entered the account’s surveys within an hour.',
    at: 'entry',
    threshold: { label: 'Threshold', unit: 'addresses in 1 h', min: 1, max: 1_000 },
    window: null,
  },
  burst: {
    label: 'Burst of arrivals',
    judges:
      'The supplier sent so many respondents in 5 minutes that chance explains it in fewer periods than this. The rule needs a day of the supplier’s arrivals.',
    at: 'entry',
    threshold: { label: 'Threshold', unit: 'of 10,000 periods', min: 1, max: 1_000 },
    window: null,
  },
  ghost: {
    label: 'Ghost complete',
    judges:
      'A complete with a bad hash, or none where one is required; of a respondent who was never in the survey; or once more, later than this after the first.',
    at: 'return',
    threshold: { label: 'Threshold', unit: 'minutes', min: 1, max: 1_000 },
    window: null,
  },
  speeder: {
    label: 'Speeder',
    judges:
      'The interview was shorter than the median of the source’s completes by more than this many deviations, on the scale of logarithms. Before 30 completes: shorter than a third of the stated LOI.',
    at: 'return',
    threshold: { label: 'Threshold', unit: 'deviations (MAD)', min: 1, max: 10 },
    window: null,
  },
  straight_lining: {
    label: 'Straight-lining',
    judges: 'A signed return says more than this in straight_lining, from 0 to 100.',
    at: 'return',
    threshold: score,
    window: null,
  },
  open_ends: {
    label: 'Open ends',
    judges: 'A signed return says more than this in open_ends, from 0 (good) to 100 (poor).',
    at: 'return',
    threshold: score,
    window: null,
  },
  text_analytics: {
    label: 'Text analytics',
    judges: 'A signed return says more than this in text_analytics, from 0 to 100. At level 7: the Language Threshold.',
    at: 'return',
    threshold: score,
    window: null,
  },
  bot_score: {
    label: 'Bot score',
    judges: 'A signed return says more than this in bot_score, from 0 to 100. At level 7: the Threat Level.',
    at: 'return',
    threshold: score,
    window: null,
  },
}

/** The rules that judge what a survey says of a respondent in a signed return: each is the name of its parameter. */
export const SURVEY_SCORES = ['straight_lining', 'open_ends', 'text_analytics', 'bot_score'] as const
export type SurveyScore = (typeof SURVEY_SCORES)[number]

/** How one rule is set, on the wire; numbers are null where the rule has none. */
export const RuleSetting = Schema.Struct({
  rule: Schema.Literals(DEFENDER_RULES),
  mode: Schema.Literals(RULE_MODES),
  threshold: Schema.NullOr(Schema.Int),
  window_hours: Schema.NullOr(Schema.Int),
})
export type RuleSetting = typeof RuleSetting.Type

/**
 * Puts settings into the order of the catalogue.
 * @param settings one for each rule at most
 */
export function inCatalogueOrder<Setting extends Pick<RuleSetting, 'rule'>>(settings: readonly Setting[]): Setting[] {
  return DEFENDER_RULES.flatMap(name => settings.find(({ rule }) => rule === name) ?? [])
}

/** A setting in words: 'Refuse, 3 others, 24 hours'. */
export function settingText({ rule, mode, threshold, window_hours: hours }: RuleSetting): string {
  const { threshold: limit, window } = DEFENDER_CATALOGUE[rule]
  if (mode === 'off') return MODE_LABELS.off
  const numbers = [
    limit === null || threshold === null ? [] : [`${threshold} ${limit.unit}`],
    window === null || hours === null ? [] : [`${hours} ${window.unit}`],
  ]
  return [MODE_LABELS[mode], ...numbers.flat()].join(', ')
}
