import { Schema } from 'effect'
import { atLeast, atMost, optional, requiredChoice, requiredNumber, requiredText, whole } from '../forms/form-fields.ts'
import { Id, Version } from '../ids/ids.ts'
import { ALERT_CHANNELS_MAX } from './alert-channel.ts'
import { ALERT_KIND_IDS, ALERT_KINDS, AlertKind, type ThresholdKind } from './alert-kinds.ts'

/** How many rules an account has at most, and how many each of its users. */
export const ALERT_RULES_MAX = 50

const KINDS_REQUIRED = 'Choose at least one kind of alert'
const PROJECT_FAULT = 'Project ID must be that of a project of this account'

/** Whose bells a rule of the account rings; a user’s own rule rings the user’s. */
export const AlertBell = Schema.Literals(['managers_and_admins', 'managers', 'admins', 'everybody', 'nobody'])
export type AlertBell = typeof AlertBell.Type

/** Of which projects: `mine` are those that the user manages, for own rules. */
export const AlertScope = Schema.Literals(['all', 'project', 'mine'])
export type AlertScope = typeof AlertScope.Type

function threshold(kind: ThresholdKind) {
  const { label, threshold } = ALERT_KINDS[kind]
  const name = `${label}: ${threshold.label.toLowerCase()}`
  const range = `${name} must be between ${threshold.min} and ${threshold.max} ${threshold.unit}`
  return optional(
    requiredNumber({
      required: `${name} is required`,
      invalid: `${name} must be a number`,
      rules: [whole(`${name} must be a whole number`), atLeast(threshold.min, range), atMost(threshold.max, range)],
    }),
    `${name} must be a number`,
  )
}

/** The thresholds of a rule in the units of the catalogue; left out: as the catalogue says. */
export const alertThresholds = {
  will_not_be_full: threshold('will_not_be_full'),
  behind_pace: threshold('behind_pace'),
  ir_fell: threshold('ir_fell'),
  conversion_fell: threshold('conversion_fell'),
  hash_errors: threshold('hash_errors'),
  closing_window: threshold('closing_window'),
}
const AlertThresholds = Schema.Struct(alertThresholds)
export type AlertThresholds = typeof AlertThresholds.Type

/** A rule as it is edited. */
export const AlertRuleForm = Schema.Struct({
  name: requiredText({ label: 'Name', maxLength: 100 }),
  kinds: Schema.Array(AlertKind)
    .annotate({ message: KINDS_REQUIRED })
    .check(Schema.isMinLength(1, { message: KINDS_REQUIRED }), Schema.isMaxLength(ALERT_KIND_IDS.length)),
  ...alertThresholds,
  scope: AlertScope,
  /** With the scope `project`. */
  project_id: optional(requiredChoice(PROJECT_FAULT), PROJECT_FAULT),
  bell: Schema.optionalKey(AlertBell),
  digest: Schema.Boolean,
  /** Channels of the account that it posts to; a user’s own rule has none. */
  channel_ids: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(ALERT_CHANNELS_MAX))),
  is_on: Schema.Boolean,
})
export type AlertRuleForm = typeof AlertRuleForm.Type

/** A new rule; `own`: the caller’s, else the account’s. */
export const NewAlertRule = Schema.Struct({ ...AlertRuleForm.fields, own: Schema.Boolean })
export type NewAlertRule = typeof NewAlertRule.Type

/** An edited rule, with the version that the editor saw. */
export const AlertRuleChanges = Schema.Struct({ ...AlertRuleForm.fields, version: Schema.optionalKey(Version) })
export type AlertRuleChanges = typeof AlertRuleChanges.Type

/** A rule of the account, or of the caller. */
export const AlertRule = Schema.Struct({
  alert_rule_id: Id,
  own: Schema.Boolean,
  name: Schema.String,
  kinds: Schema.Array(AlertKind),
  will_not_be_full: Schema.NullOr(Schema.Number),
  behind_pace: Schema.NullOr(Schema.Number),
  ir_fell: Schema.NullOr(Schema.Number),
  conversion_fell: Schema.NullOr(Schema.Number),
  hash_errors: Schema.NullOr(Schema.Number),
  closing_window: Schema.NullOr(Schema.Number),
  scope: AlertScope,
  project_id: Schema.NullOr(Id),
  /** Null also when it has no project, or that no longer exists. */
  project_name: Schema.NullOr(Schema.String),
  /** Null: a user’s own. */
  bell: Schema.NullOr(AlertBell),
  digest: Schema.Boolean,
  channel_ids: Schema.Array(Id),
  is_on: Schema.Boolean,
  created_by: Schema.NullOr(Schema.String),
  version: Version,
})
export type AlertRule = typeof AlertRule.Type

/** How long an alert rests: an hour, until 8:00 of the next day by the user’s clock, until the episode ends, or no longer. */
export const AlertSnooze = Schema.Struct({ until: Schema.Literals(['hour', 'tomorrow', 'end', 'now']) })
export type AlertSnooze = typeof AlertSnooze.Type
