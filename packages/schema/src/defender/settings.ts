import { Schema } from 'effect'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { DEFENDER_RULES, type DefenderRuleName } from '../respondents/door-rules.ts'
import { HoldOut } from './hold-out.ts'
import { DEFENDER_CATALOGUE, RULE_MODES, RuleSetting, type RuleNumber } from './rules.ts'

function faultOf(rule: DefenderRuleName, number: RuleNumber | null, value: number | null): string | null {
  const { label } = DEFENDER_CATALOGUE[rule]
  if (number === null) return value === null ? null : `${label} has none to set`
  const { min, max } = number
  if (value !== null && Number.isInteger(value) && value >= min && value <= max) return null
  return `${number.label} of ${label} must be a whole number from ${min} to ${max.toLocaleString('en-US')}`
}

/** The faults of a setting's numbers; null: none. */
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

/** One version of settings, to go back to. */
export const DefenderVersion = Schema.Struct({
  version: Version,
  at: IsoInstant,
  /** Null: not known, because the version is older than the record of versions. */
  by: Schema.NullOr(Schema.String),
  rules: Schema.Array(RuleSetting),
  /** Null: none of its own. */
  hold_out: Schema.NullOr(HoldOut),
})
export type DefenderVersion = typeof DefenderVersion.Type

/** The most versions that are listed: the latest. */
export const VERSIONS_SHOWN = 50

const settings = {
  /** Of the settings alone; 0: they were never saved, and of an account no rule judges. */
  version: Version,
  rules: Schema.Array(RuleSetting),
  /** The rules before the last change; null: nothing to go back to. */
  before: Schema.NullOr(Schema.Array(RuleSetting)),
  /** The latest first, the present one among them. */
  versions: Schema.Array(DefenderVersion),
}

/** How the account's suppliers of level 6 are judged: every rule, in the order of the catalogue. */
export const AccountDefender = Schema.Struct({ pm_dsh_ud: Id, ...settings, hold_out: HoldOut })
export type AccountDefender = typeof AccountDefender.Type

/** A project's own settings of rules (api:P15); those that it does not name are set by the supplier's level. Its hold-out is null where it is the account's. */
export const ProjectDefender = Schema.Struct({ pm_proj_ud: Id, ...settings, hold_out: Schema.NullOr(HoldOut) })
export type ProjectDefender = typeof ProjectDefender.Type

/** A survey's own settings of rules (§2.44); those that it does not name are set by its project, and then by the supplier's level. */
export const SurveyDefender = Schema.Struct({ pm_sy_ud: Id, ...settings })
export type SurveyDefender = typeof SurveyDefender.Type

/**
 * The effect of settings of a project or survey on its entrants of the last days, if they had been judged with them.
 */
export const DefenderPreview = Schema.Struct({
  pm_proj_ud: Id,
  /** Of this survey alone. */
  pm_sy_ud: Schema.optionalKey(Id),
  days: Schema.Int,
  /** How many were judged again; tests are not. */
  entrants: Schema.Int,
  /** There were more than these, the latest. */
  is_partial: Schema.Boolean,
  /** The respondents whom a Defender rule refuses. */
  refused: Schema.Int,
  /** The respondents among them who were let in. */
  more: Schema.Int,
  more_completed: Schema.Int,
  /** Of these, those who were rejected later. */
  more_rejected: Schema.Int,
  /** The respondents whom only a Defender rule refused, and who would be let in. */
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

/** The settings that replace those (api:P16). Rules that are left out are off for an account, as the supplier's level says for a project, and as the project for a survey. */
export const DefenderChanges = Schema.Struct({
  rules: RuleSettingsInput,
  version: Schema.optionalKey(Version),
})
export type DefenderChanges = typeof DefenderChanges.Type

/** The same of an account; a hold-out that is left out stays as it is. */
export const AccountDefenderChanges = Schema.Struct({
  ...DefenderChanges.fields,
  hold_out: Schema.optionalKey(HoldOut),
})
export type AccountDefenderChanges = typeof AccountDefenderChanges.Type

/** The same of a project; null: as the account. */
export const ProjectDefenderChanges = Schema.Struct({
  ...DefenderChanges.fields,
  hold_out: Schema.optionalKey(Schema.NullOr(HoldOut)),
})
export type ProjectDefenderChanges = typeof ProjectDefenderChanges.Type
