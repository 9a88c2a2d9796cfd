import { ACCOUNT_LEVEL, LEVEL_RULES, SECURITY_LEVELS, SUPPLIER_LEVEL, type SecurityLevel } from './levels.ts'
import { inCatalogueOrder, type RuleSetting } from './rules.ts'

/** Whose setting of a rule judged an entrant. */
export const RULE_SETTERS = [
  'survey',
  'project',
  'level_2',
  'level_3',
  'level_4',
  'level_5',
  'account',
  'supplier',
] as const
export type RuleSetter = (typeof RULE_SETTERS)[number]

/** Whose setting it was, as Explain says it. */
export const SETTER_LABELS: Readonly<Record<RuleSetter, string>> = {
  survey: 'The survey',
  project: 'The project',
  level_2: `The supplier’s level 2, ${SECURITY_LEVELS[2]}`,
  level_3: `The supplier’s level 3, ${SECURITY_LEVELS[3]}`,
  level_4: `The supplier’s level 4, ${SECURITY_LEVELS[4]}`,
  level_5: `The supplier’s level 5, ${SECURITY_LEVELS[5]}`,
  account: 'The account’s default',
  supplier: 'The supplier’s own threshold',
}

/** A supplier's security as it is set (§3.7, §5.17). */
export interface SupplierSecurity {
  readonly level: SecurityLevel
  readonly activityEnabled: boolean
  /** Attempts in 24 hours that a fingerprint or an address may make. */
  readonly tokenThreshold: number | null
  /** Null: text analytics is off. */
  readonly languageThreshold: number | null
  /** Null: bot detection is off. */
  readonly threatLevel: number | null
}

/** The security of a respondent without a supplier. */
export const NO_SUPPLIER: SupplierSecurity = {
  level: ACCOUNT_LEVEL,
  activityEnabled: false,
  tokenThreshold: null,
  languageThreshold: null,
  threatLevel: null,
}

/** The settings of the rules of one source. */
export interface RuleSettings {
  readonly survey: readonly RuleSetting[]
  readonly project: readonly RuleSetting[]
  readonly account: readonly RuleSetting[]
}

/** A rule that judges, and whose setting that is. */
export interface RuleInForce extends RuleSetting {
  readonly mode: 'refuse' | 'shadow'
  readonly setBy: RuleSetter
}

/**
 * The rules that judge a supplier's respondents, in the order of the catalogue: of each rule the survey's setting decides, else the project's, else the supplier's level.
 * At level 1 none judges, whatever is set elsewhere: interviewers of CATI share devices and addresses.
 */
export function rulesInForce(settings: RuleSettings, security: SupplierSecurity): readonly RuleInForce[] {
  if (security.level === 1) return []
  const chosen = new Map<string, RuleSetting & { readonly setBy: RuleSetter }>()
  const set = (rules: readonly RuleSetting[], setBy: RuleSetter): void => {
    for (const rule of rules) chosen.set(rule.rule, { ...rule, setBy })
  }
  if (security.level === ACCOUNT_LEVEL || security.level === SUPPLIER_LEVEL) set(settings.account, 'account')
  else set(LEVEL_RULES[security.level], `level_${security.level}`)
  if (security.level === SUPPLIER_LEVEL) set(thresholdsOf(security), 'supplier')
  set(settings.project, 'project')
  set(settings.survey, 'survey')
  return inCatalogueOrder([...chosen.values()].flatMap(rule => (isOn(rule) ? [rule] : [])))
}

function isOn(rule: RuleSetting & { readonly setBy: RuleSetter }): rule is RuleInForce {
  return rule.mode !== 'off'
}

/**
 * The supplier's own thresholds (§5.17): Token Threshold of activity, Language Threshold of text analytics, Threat
 * Level of the bot score. An unset threshold judges no respondent.
 */
function thresholdsOf(security: SupplierSecurity): readonly RuleSetting[] {
  const setting = (rule: RuleSetting['rule'], threshold: number | null): RuleSetting => ({
    rule,
    mode: threshold === null ? 'off' : 'refuse',
    threshold,
    window_hours: null,
  })
  return [
    setting('activity', security.activityEnabled ? security.tokenThreshold : null),
    setting('text_analytics', security.languageThreshold),
    setting('bot_score', security.threatLevel),
  ]
}
