import { Schema } from 'effect'
import { Id, Version } from '../ids/ids.ts'
import { DEFENDER_RULES, type DefenderRuleName } from '../respondents/door-rules.ts'
import { DEFENDER_CATALOGUE, RULE_MODES, RuleSetting, type RuleNumber } from './rules.ts'

function faultOf(rule: DefenderRuleName, number: RuleNumber | null, value: number | null): string | null {
  const { label } = DEFENDER_CATALOGUE[rule]
  if (number === null) return value === null ? null : `${label} has none to set`
  const { min, max } = number
  if (value !== null && Number.isInteger(value) && value >= min && value <= max) return null
  return `${number.label} of ${label} must be a whole number from ${min} to ${max.toLocaleString('en-US')}`
}

/** What is wrong with the numbers of a setting; null: nothing. */
export function settingFaults({ rule, threshold, window_hours: hours }: Omit<RuleSetting, 'mode'>): {
  readonly threshold: string | null
  readonly window_hours: string | null
} {
  const catalogue = DEFENDER_CATALOGUE[rule]
  return {
    threshold: faultOf(rule, catalogue.threshold, threshold),
    window_hours: faultOf(rule, catalogue.window, hours),
  }
}

const number = Schema.NullOr(Schema.Number)

/** The settings of rules, each once, with thresholds and windows within the ranges of the catalogue. */
export const RuleSettingsInput = Schema.Array(
  Schema.Struct({
    rule: Schema.Literals(DEFENDER_RULES),
    mode: Schema.Literals(RULE_MODES),
    threshold: number,
    window_hours: number,
  }),
).check(
  Schema.isMaxLength(DEFENDER_RULES.length, { message: `At most ${DEFENDER_RULES.length} rules` }).abort(),
  Schema.makeFilter((rules: readonly RuleSetting[]) =>
    rules.flatMap((setting, at): readonly Schema.FilterIssue[] => {
      const isFirst = rules.findIndex(({ rule }) => rule === setting.rule) === at
      const faults = { ...settingFaults(setting), rule: isFirst ? null : 'This rule is there twice' }
      return Object.entries(faults).flatMap(([field, issue]) => (issue === null ? [] : [{ path: [at, field], issue }]))
    }),
  ),
)

/** How the account's suppliers of level 6 are judged: every rule, in the order of the catalogue. */
export const AccountDefender = Schema.Struct({
  pm_dsh_ud: Id,
  /** 0: it was never saved, and no rule judges. */
  version: Version,
  rules: Schema.Array(RuleSetting),
  /** What stood before the last change; null: nothing to go back to. */
  before: Schema.NullOr(Schema.Array(RuleSetting)),
})
export type AccountDefender = typeof AccountDefender.Type

/** A project's own settings of rules (api:P15); those that it does not name are set by the supplier's level. */
export const ProjectDefender = Schema.Struct({
  pm_proj_ud: Id,
  /** Of the settings alone; 0: they were never saved. */
  version: Version,
  rules: Schema.Array(RuleSetting),
  /** What stood before the last change; null: nothing to go back to. */
  before: Schema.NullOr(Schema.Array(RuleSetting)),
})
export type ProjectDefender = typeof ProjectDefender.Type

/** What settings of a project would have done to its entrants of the last days, as they would be judged with them. */
export const DefenderPreview = Schema.Struct({
  pm_proj_ud: Id,
  days: Schema.Int,
  /** How many were judged again; tests are not. */
  entrants: Schema.Int,
  /** There were more than these, the latest. */
  is_partial: Schema.Boolean,
  /** Those whom a Defender rule refuses. */
  refused: Schema.Int,
  /** Those of them who were let in. */
  more: Schema.Int,
  more_completed: Schema.Int,
  /** Of these, those who were rejected later. */
  more_rejected: Schema.Int,
  /** Those whom nothing but a Defender rule refused, and who would be let in. */
  fewer: Schema.Int,
  rules: Schema.Array(
    Schema.Struct({
      rule: Schema.Literals(DEFENDER_RULES),
      /** How many it speaks against, whether it refuses them or is recorded. */
      against: Schema.Int,
      refused: Schema.Int,
    }),
  ),
})
export type DefenderPreview = typeof DefenderPreview.Type

/** The settings that replace those (api:P16). Rules that are left out are off for an account, and as the supplier's level says for a project. */
export const DefenderChanges = Schema.Struct({
  rules: RuleSettingsInput,
  version: Schema.optionalKey(Version),
})
export type DefenderChanges = typeof DefenderChanges.Type
