import type { RespondentStep } from './explain.ts'

/** The facts behind a refusal at the door; empty where nothing was recorded. */
interface Judged {
  readonly threshold: string
  readonly value: string
}

/** One rule of the door (domain.md §3). */
interface DoorRule {
  /** The reason of the refusal: a heading that needs no second look (look.md 9). */
  readonly says: (judged: Judged) => string
  /** For Defender’s rules, which a survey can switch on (api:U9): whom it keeps out. */
  readonly keepsOut?: string
}

/**
 * The rules that can refuse an entry at the door, or a complete at its return, each with one text. The door decides
 * when each holds.
 */
export const DOOR_RULES = {
  source_status: { says: ({ value }) => value },
  survey_status: { says: ({ value }) => `${value}: the survey` },
  project_status: { says: ({ value }) => `${value}: the project` },
  past_out_of_field: { says: () => 'Past out of field' },
  target: { says: ({ threshold }) => `Target reached: ${threshold}` },
  places_held: { says: ({ threshold }) => `Places held for those in progress: ${threshold}` },
  survey_places_held: { says: ({ threshold }) => `The survey’s places held for those in progress: ${threshold}` },
  allocation: { says: ({ threshold }) => `The supplier’s share is filled: ${threshold}` },
  clicks_target: { says: ({ threshold }) => `Clicks target reached: ${threshold}` },
  expected_completes: { says: ({ threshold }) => `Enough in progress for the target: ${threshold}` },
  pacing: { says: ({ threshold }) => `Paced: ${threshold}` },
  survey_url: { says: () => 'No usable survey URL' },
  'sub-quota': { says: () => 'No sub-quota fits' },
  device: { says: ({ value }) => `Device not taken: ${value}` },
  duplicate_rid: { says: () => 'Duplicate respondent ID', keepsOut: 'the same respondent ID' },
  duplicate_fingerprint: { says: () => 'Duplicate fingerprint', keepsOut: 'the same device' },
  duplicate_ip: { says: () => 'Duplicate IP address', keepsOut: 'the same address' },
  activity: { says: ({ value }) => `Too active: ${value}`, keepsOut: 'a very active device or address' },
  activity_watch: { says: ({ value }) => `Active: ${value}`, keepsOut: 'an active device or address' },
  country: { says: ({ value }) => `Country not taken: ${value}`, keepsOut: 'another country' },
  not_recontacted: { says: ({ value }) => `Not invited: ${value}` },
  personal_link: { says: ({ value }) => `The personal link was used before: ${value}` },
  block_list: { says: ({ value }) => `On the block list: ${value}` },
  objected: { says: () => 'Objected: judged by the study’s own rules alone' },
  watch_list: { says: ({ value }) => `On the watch list: ${value}` },
  excluded_supplier: { says: ({ value }) => `Supplier excluded from ${value}` },
  excluded_project: { says: ({ value }) => `In an excluded project: ${value}` },
  datacentre: { says: () => 'From a datacentre', keepsOut: 'a data centre' },
  fingerprint_missing: { says: () => 'No fingerprint', keepsOut: 'no fingerprint' },
  many_addresses: {
    says: ({ value }) => `Many addresses of a network: ${value}`,
    keepsOut: 'many addresses of one network',
  },
  burst: { says: ({ value }) => `Burst of arrivals: ${value}`, keepsOut: 'a burst of a supplier’s arrivals' },
  hold_out: { says: () => 'Held out: completed, not billed' },
  ghost: { says: ({ value }) => `Ghost complete: ${value}`, keepsOut: 'a complete without proof' },
  speeder: { says: ({ value }) => `Speeder: ${value}`, keepsOut: 'a speeder’s complete' },
  straight_lining: { says: ({ value }) => `Straight-lining: ${value}`, keepsOut: 'straight-lining' },
  open_ends: { says: ({ value }) => `Poor open ends: ${value}`, keepsOut: 'poor open ends' },
  text_analytics: { says: ({ value }) => `Text analytics: ${value}`, keepsOut: 'suspect texts' },
  bot_score: { says: ({ value }) => `Bot score: ${value}`, keepsOut: 'a suspected bot' },
} as const satisfies Record<string, DoorRule>

/** Rules of which a source has several, each with a name of its own that follows. */
export const NAMED_DOOR_RULES = {
  'sub-quota': { says: 'Sub-quota full' },
  qualification: { says: 'Not qualified' },
} as const

/** The code of a rule at the door. */
export type DoorRuleName = keyof typeof DOOR_RULES | `${keyof typeof NAMED_DOOR_RULES}: ${string}`

/** A rule of Defender. */
export type DefenderRuleName = {
  readonly [Name in keyof typeof DOOR_RULES]: (typeof DOOR_RULES)[Name] extends { readonly keepsOut: string }
    ? Name
    : never
}[keyof typeof DOOR_RULES]

/** Defender's rules, in the order of their explanation. */
export const DEFENDER_RULES = Object.entries(DOOR_RULES)
  .filter(([, rule]) => 'keepsOut' in rule)
  .map(([name]) => name) as [DefenderRuleName, ...DefenderRuleName[]] // entries forgets its keys

/** Whom a rule of Defender keeps out. */
export const keptOut = (rule: DefenderRuleName): string => DOOR_RULES[rule].keepsOut

const NAMED = Object.entries(NAMED_DOOR_RULES).map(([rule, { says }]) => [`${rule}: `, `${says}: `] as const)
const RULES: Readonly<Record<string, DoorRule>> = DOOR_RULES

/** Of a source's qualification or sub-quota. */
const NAME_MAX_LENGTH = 200
/** A rule's code has at most so many characters: where a source has several, a name follows it. */
export const RULE_MAX_LENGTH = Math.max(...NAMED.map(([prefix]) => prefix.length)) + NAME_MAX_LENGTH

/**
 * Says why the door refused an entry, or its complete at the return.
 * @returns undefined for a rule that the desk does not have, such as one of an older version
 */
export function doorCause({
  rule,
  threshold,
  value,
}: Pick<RespondentStep, 'threshold' | 'value'> & { readonly rule: string }): string | undefined {
  const named = NAMED.find(([prefix]) => rule.startsWith(prefix))
  if (named !== undefined) return named[1] + rule.slice(named[0].length)
  return Object.hasOwn(RULES, rule) ? RULES[rule]?.says({ threshold: threshold ?? '', value: value ?? '' }) : undefined
}
