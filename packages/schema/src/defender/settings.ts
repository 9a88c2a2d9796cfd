import { Schema } from 'effect'
import { Id, Version } from '../ids/ids.ts'
import { DEFENDER_RULES, type DefenderRuleName } from '../respondents/door-rules.ts'
import { DEFENDER_CATALOGUE, RULE_MODES, type RuleNumber } from './rules.ts'

/** How one rule is set, on the wire. */
export const DefenderRuleSetting = Schema.Struct({
  rule: Schema.Literals(DEFENDER_RULES),
  mode: Schema.Literals(RULE_MODES),
  threshold: Schema.NullOr(Schema.Int),
  window_hours: Schema.NullOr(Schema.Int),
})
export type DefenderRuleSetting = typeof DefenderRuleSetting.Type

function faultOf(rule: DefenderRuleName, number: RuleNumber | null, value: number | null): string | null {
  const { label } = DEFENDER_CATALOGUE[rule]
  if (number === null) return value === null ? null : `${label} has none to set`
  const { min, max } = number
  if (value !== null && Number.isInteger(value) && value >= min && value <= max) return null
  return `${number.label} of ${label} must be a whole number from ${min} to ${max.toLocaleString('en-US')}`
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
  Schema.makeFilter((rules: readonly (typeof DefenderRuleSetting.Type)[]) =>
    rules.flatMap(({ rule, threshold, window_hours: hours }, at): readonly Schema.FilterIssue[] => {
      const catalogue = DEFENDER_CATALOGUE[rule]
      const faults = [
        ['threshold', faultOf(rule, catalogue.threshold, threshold)],
        ['window_hours', faultOf(rule, catalogue.window, hours)],
        ['rule', rules.findIndex(other => other.rule === rule) === at ? null : 'This rule is there twice'],
      ] as const
      return faults.flatMap(([field, issue]) => (issue === null ? [] : [{ path: [at, field], issue }]))
    }),
  ),
)

/** How the account's suppliers of level 6 are judged: every rule, in the order of the catalogue. */
export const AccountDefender = Schema.Struct({
  pm_dsh_ud: Id,
  /** 0: it was never saved, and no rule judges. */
  version: Version,
  rules: Schema.Array(DefenderRuleSetting),
  /** What stood before the last change; null: nothing to go back to. */
  before: Schema.NullOr(Schema.Array(DefenderRuleSetting)),
})
export type AccountDefender = typeof AccountDefender.Type

/** A project's own settings of rules (api:P15); those that it does not name are set by the supplier's level. */
export const ProjectDefender = Schema.Struct({
  pm_proj_ud: Id,
  /** Of the settings alone; 0: they were never saved. */
  version: Version,
  rules: Schema.Array(DefenderRuleSetting),
  /** What stood before the last change; null: nothing to go back to. */
  before: Schema.NullOr(Schema.Array(DefenderRuleSetting)),
})
export type ProjectDefender = typeof ProjectDefender.Type

/** The settings that replace those (api:P16). Rules that are left out are off for an account, and as the supplier's level says for a project. */
export const DefenderChanges = Schema.Struct({
  rules: RuleSettingsInput,
  version: Schema.optionalKey(Version),
})
export type DefenderChanges = typeof DefenderChanges.Type
