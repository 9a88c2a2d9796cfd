import { Webhook, type WebhookWithSecret } from '@desk/schema/webhooks/webhook'
import { WebhookForm } from '@desk/schema/webhooks/webhook-form'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { EVERYTHING, KIND_OPTIONS, SCOPE_OPTIONS, WEBHOOK_FIELDS } from './webhook-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormCheckboxes, FormSelect, FormSwitch, useFormField, FormNumber, FormText, FormUrl } =
  formFields<WebhookForm>()

const isWebhook = Schema.is(Webhook)
const NEW = { kinds: ['status.changed'], is_on: true }

export interface WebhookDialogProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly webhook: Webhook | null
  /** It was stored; a new one comes with its secret. */
  readonly onSaved: (made: WebhookWithSecret | null) => void
  readonly onClosed: () => void
}

/** The project, survey or source whose events the endpoint gets; without one no id is asked for. */
function FilterId() {
  const { value } = useFormField('filter_scope')
  return <FormNumber name="filter_id" isDisabled={value === null} description="The ID on its page." />
}

/** The form of a webhook. Making one asks who it is, since its secret is shown then. */
export function WebhookDialog({ me, webhook, onSaved, onClosed }: WebhookDialogProps) {
  const desk = useDesk()
  const { confirmed, question } = useConfirmation()
  const id = webhook?.webhook_id ?? null
  const form = useForm<Webhook | WebhookWithSecret, WebhookForm>(
    {
      form: id === null ? 'webhook.create' : `webhook.edit ${id}`,
      thing: 'webhook',
      schema: WebhookForm,
      fields: WEBHOOK_FIELDS,
      stored: webhook ?? NEW,
      version: webhook?.version ?? null,
      // an id without its kind is none
      toWire: ({ filter_id: filterId, ...wire }) =>
        wire['filter_scope'] === undefined || filterId === undefined ? wire : { ...wire, filter_id: filterId },
      save: (payload, { version }) => {
        if (id === null)
          return confirmed(confirmation => desk.api.call('webhooks.create', { payload: { ...payload, confirmation } }))
        return desk.api.call('webhooks.update', {
          params: { id },
          payload: typeof version === 'number' ? { ...payload, version } : payload,
        })
      },
      readStored: current => (isWebhook(current) ? { stored: current, version: current.version } : null),
      whoChanged: () => (id === null ? Promise.resolve(null) : whoLastChanged(desk.api, 'webhook', id)),
      onSaved: saved => {
        if ('secret' in saved) return onSaved(saved)
        void showToast({ type: 'success', message: 'The webhook was saved' })
        onSaved(null)
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <>
      <FormDialog form={form} title={webhook === null ? 'New webhook' : 'Edit webhook'}>
        <FormGrid>
          <FormText name="description" isWide />
          <FormUrl
            name="url"
            description="Messages are posted here. Answer with 2xx within 15 seconds. Redirects are not followed."
          />
          <FormCheckboxes name="kinds" options={KIND_OPTIONS} isWide />
          <FormSelect name="filter_scope" options={SCOPE_OPTIONS} noneLabel={EVERYTHING} />
          <FilterId />
          <FormSwitch name="is_on" isWide description="Events while it is off are never sent." />
        </FormGrid>
      </FormDialog>
      {question}
    </>
  )
}
