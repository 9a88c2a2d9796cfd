import { ALERT_CHANNEL_KINDS, type AlertChannel } from '@desk/schema/alerts/alert-channel'
import { ALERT_KIND_IDS, ALERT_KINDS, THRESHOLD_KINDS, type AlertKind } from '@desk/schema/alerts/alert-kinds'
import type { AlertBell, AlertRuleForm, AlertScope } from '@desk/schema/alerts/alert-rule'
import { sayOf } from '#kit/forms/lookup-options.ts'
import type { FieldPlan, FormValue } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'

/** The kinds as the form offers them. */
export const KIND_OPTIONS: readonly FormOption<string>[] = ALERT_KIND_IDS.map(kind => ({
  value: kind,
  label: ALERT_KINDS[kind].label,
  description: ALERT_KINDS[kind].meaning,
}))

export const SCOPES: Readonly<Record<AlertScope, string>> = {
  all: 'All projects',
  project: 'One project',
  mine: 'Projects that I manage',
}

export const BELLS: Readonly<Record<AlertBell, string>> = {
  managers_and_admins: 'The project’s manager and admins',
  managers: 'The project’s manager',
  admins: 'Admins',
  everybody: 'All users of the account',
  nobody: 'No users',
}

const options = (labels: Readonly<Record<string, string>>): readonly FormOption<string>[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
export const BELL_OPTIONS = options(BELLS)
export const scopeOptions = (own: boolean): readonly FormOption<string>[] =>
  options(SCOPES).filter(({ value }) => own || value !== 'mine')

const labelIn =
  (labels: Readonly<Record<string, string>>) =>
  (value: FormValue): string =>
    typeof value === 'string' ? (labels[value] ?? '') : ''

/** The names of kinds, in one line. */
export const kindsText = (kinds: readonly AlertKind[]): string => kinds.map(kind => ALERT_KINDS[kind].label).join(', ')

/** The channels of the account as the form offers them. */
export const channelOptions = (channels: readonly AlertChannel[]): readonly FormOption<number>[] =>
  channels.map(({ alert_channel_id, name, kind, stopped_at }) => ({
    value: alert_channel_id,
    label: `${name} (${ALERT_CHANNEL_KINDS[kind].label}${stopped_at === null ? '' : ', stopped'})`,
  }))

/** The fields of a rule's form, in the order of the dialog. @param projects what it may be of @param channels what a rule of the account may post to */
export function ruleFields(
  own: boolean,
  projects: readonly FormOption<number>[],
  channels: readonly FormOption<number>[],
): readonly FieldPlan<AlertRuleForm>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', isRequired: true },
    {
      name: 'kinds',
      label: 'Alerts',
      kind: 'choices',
      isRequired: true,
      say: value =>
        KIND_OPTIONS.filter(option => Array.isArray(value) && value.some(chosen => chosen === option.value))
          .map(({ label }) => label)
          .join(', '),
    },
    ...THRESHOLD_KINDS.map((kind): FieldPlan<AlertRuleForm> => {
      const { label, threshold } = ALERT_KINDS[kind]
      return {
        name: kind,
        label: `${label}: ${threshold.label.toLowerCase()}${threshold.unit === '%' ? ' (%)' : ''}`,
        kind: 'number',
      }
    }),
    { name: 'scope', label: 'Projects', kind: 'choice', isRequired: true, say: labelIn(SCOPES) },
    { name: 'project_id', label: 'Project', kind: 'choice', say: sayOf(projects) },
    ...(own
      ? []
      : [
          { name: 'bell', label: 'Notifies', kind: 'choice', isRequired: true, say: labelIn(BELLS) } as const,
          { name: 'channel_ids', label: 'Also post to', kind: 'choices', say: sayOf(channels) } as const,
        ]),
    { name: 'digest', label: 'In mail digests', kind: 'switch' },
    { name: 'is_on', label: 'On', kind: 'switch' },
  ]
}
