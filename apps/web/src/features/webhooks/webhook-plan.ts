import { WEBHOOK_EVENTS, WEBHOOK_EVENT_KINDS } from '@desk/schema/webhooks/event-kinds'
import type { WebhookForm } from '@desk/schema/webhooks/webhook-form'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'

/** The kinds of events as the form offers them. */
export const KIND_OPTIONS: readonly FormOption<string>[] = WEBHOOK_EVENT_KINDS.map(kind => ({
  value: kind,
  label: WEBHOOK_EVENTS[kind].label,
}))

export const SCOPE_OPTIONS = [
  { value: 'project', label: 'One project' },
  { value: 'survey', label: 'One survey' },
  { value: 'source', label: 'One source' },
  { value: 'supplier', label: 'One supplier, whose endpoint it is' },
] as const satisfies readonly FormOption<string>[]

/** The label of no filter. */
export const EVERYTHING = 'Everything in this account'

const labelIn =
  (options: readonly FormOption<string>[]) =>
  (value: unknown): string =>
    options.find(option => option.value === value)?.label ?? ''

/** The fields of a webhook's form, in the order of the dialog. */
export const WEBHOOK_FIELDS: readonly FieldPlan<WebhookForm>[] = [
  { name: 'description', label: 'Description', kind: 'text', isRequired: true },
  { name: 'url', label: 'Endpoint URL', kind: 'text', isRequired: true },
  {
    name: 'kinds',
    label: 'Events',
    kind: 'choices',
    isRequired: true,
    say: value => (Array.isArray(value) ? value.map(labelIn(KIND_OPTIONS)).join(', ') : ''),
  },
  {
    name: 'filter_scope',
    label: 'Scope',
    kind: 'choice',
    say: labelIn(SCOPE_OPTIONS),
  },
  { name: 'filter_id', label: 'ID', kind: 'number' },
  { name: 'is_on', label: 'On', kind: 'switch' },
]
