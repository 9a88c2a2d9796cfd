import { ALERT_KINDS, THRESHOLD_KINDS, type ThresholdKind } from '@desk/schema/alerts/alert-kinds'
import { AlertRule, AlertRuleForm } from '@desk/schema/alerts/alert-rule'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { Schema } from 'effect'
import { namesById } from '#kit/forms/named-options.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { withStored } from '#kit/forms/lookup-options.ts'
import { LOOKUP } from '#kit/forms/lookup-reads.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { BELL_OPTIONS, channelOptions, KIND_OPTIONS, ruleFields, scopeOptions } from './rule-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormCheckboxes, FormSelect, FormSwitch, useFormField, FormNumber, FormText } = formFields<AlertRuleForm>()

const isRule = Schema.is(AlertRule)
const NEW = { kinds: ['auto_paused'], scope: 'all', digest: true, is_on: true }

export interface RuleDialogProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly rule: AlertRule | null
  /** The user's own rules, or the account's. */
  readonly own: boolean
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** The threshold of a kind, while the rule has the kind. */
function Threshold({ kind }: { readonly kind: ThresholdKind }) {
  const { value } = useFormField('kinds')
  const isChosen = Array.isArray(value) && value.some(chosen => chosen === kind)
  const { threshold } = ALERT_KINDS[kind]
  return isChosen ? <FormNumber name={kind} description={`Default: ${threshold.default} ${threshold.unit}`} /> : null
}

/** The project of a rule; of another scope none is asked for. */
function OneProject({ options }: { readonly options: readonly FormOption<number>[] }) {
  const { value } = useFormField('scope')
  return value === 'project' ? <FormSelect name="project_id" options={options} /> : null
}

/** The further channels of the rule; an account without channels is asked nothing. */
function AlsoPostTo({ options }: { readonly options: readonly FormOption<number>[] }) {
  return options.length === 0 ? null : (
    <FormCheckboxes name="channel_ids" options={options} isWide description="Each alert once, when it is raised." />
  )
}

/** The form of a rule for alerts. */
export function RuleDialog({ me, rule, own, onSaved, onClosed }: RuleDialogProps) {
  const desk = useDesk()
  const id = rule?.alert_rule_id ?? null
  const listed = useQuery({ ...desk.query('projects.list', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const named = (listed.data ?? []).map(({ pm_proj_ud: id, pm_proj_name: name, pm_proj_rep_num: within }) => ({
    id,
    name,
    within,
  }))
  const projects = withStored(
    [...namesById(named)].map(([id, label]) => ({ value: Number(id), label })),
    rule?.project_id,
    rule?.project_name,
  )
  const channels = useQuery({ ...desk.query('alertChannels.list', { query: {} }), enabled: !own })
  const posting = channelOptions(channels.data ?? [])
  const form = useForm<AlertRule, AlertRuleForm>(
    {
      form: id === null ? 'alertRule.create' : `alertRule.edit ${id}`,
      thing: 'rule',
      schema: AlertRuleForm,
      fields: ruleFields(own, projects, posting),
      stored: rule ?? (own ? NEW : { ...NEW, bell: 'managers_and_admins' }),
      version: rule?.version ?? null,
      toWire: ({ project_id: projectId, ...wire }) => ({
        ...wire,
        ...(wire['scope'] === 'project' && projectId !== undefined ? { project_id: projectId } : {}),
      }),
      save: (payload, { version }) => {
        return id === null
          ? desk.api.call('alertRules.create', { payload: { ...payload, own } })
          : desk.api.call('alertRules.update', {
              params: { id },
              payload: typeof version === 'number' ? { ...payload, version } : payload,
            })
      },
      readStored: current => (isRule(current) ? { stored: current, version: current.version } : null),
      whoChanged: () => (id === null || own ? Promise.resolve(null) : whoLastChanged(desk.api, 'alert_rule', id)),
      onSaved: () => {
        void showToast({ type: 'success', message: 'The rule was saved' })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title={rule === null ? 'New rule' : 'Edit rule'}>
      <FormGrid>
        <FormText name="name" isWide />
        <FormCheckboxes name="kinds" options={KIND_OPTIONS} isWide />
        {THRESHOLD_KINDS.map(kind => (
          <Threshold key={kind} kind={kind} />
        ))}
        <FormSelect name="scope" options={scopeOptions(own)} />
        <OneProject options={projects} />
        {own ? null : <FormSelect name="bell" options={BELL_OPTIONS} />}
        {own ? null : <AlsoPostTo options={posting} />}
        <FormSwitch name="digest" isWide description="Users with an email digest get these alerts in it." />
        <FormSwitch name="is_on" isWide description="Events while it is off never raise an alert." />
      </FormGrid>
    </FormDialog>
  )
}
