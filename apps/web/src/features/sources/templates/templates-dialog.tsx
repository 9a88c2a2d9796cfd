import { values as formValues } from '@desk/machines/form/form.selectors'
import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAttempt } from '../attempts/use-attempt.ts'
import { sayValue, type FieldPlan } from '#kit/forms/field-kinds.ts'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { HISTORY, HistoryPanel } from '#kit/history/history-panel.tsx'
import { ChangeTemplate, OfferSelect } from './change-template.tsx'
import { TemplateFrame } from './template-frame.tsx'
import { TemplateList } from './template-list.tsx'
import { TemplatePreview, type PreviewRow } from './template-preview.tsx'
import type { Template, TemplateChange, Templates } from './template.ts'
import styles from './templates.module.css'

/** The opened template and what for: preview, change or history. */
type Opened =
  | { readonly as: 'preview'; readonly template: Template; readonly changes: FormValues }
  | { readonly as: 'change' | 'history'; readonly template: Template }

const TITLES = { preview: 'Load', change: 'Change', history: 'History of' } as const

function previewRows(fields: readonly FieldPlan[], now: FormValues, changes: FormValues): readonly PreviewRow[] {
  return fields.flatMap((field): readonly PreviewRow[] => {
    const { name, label } = field
    if (!(name in changes)) return []
    const [from, to] = [now[name], changes[name]]
    return [
      {
        id: name,
        name: label,
        now: sayValue(field, from),
        withTemplate: sayValue(field, to),
        isSame: canonicalJson(from ?? null) === canonicalJson(to ?? null),
      },
    ]
  })
}

/** Loads a template into the form after a preview, and saves the form's content as a template. */
export default function TemplatesDialog({ templates, onClose }: { templates: Templates; onClose: () => void }) {
  const { form, plan } = useOpenForm()
  const [now] = useState(() => formValues(form.getSnapshot()))
  const [name, setName] = useState('')
  const [offer, setOffer] = useState(templates.offers?.[0]?.value ?? 0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [doomed, setDoomed] = useState<Template | null>(null)
  const { isBusy, fault, forgetFault, attempt } = useAttempt()
  const place = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  const list = useQuery({
    queryKey: ['templates', templates.title],
    queryFn: ({ signal }) => templates.list(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const look = (template: Template) =>
    attempt({ look: template.id }, async () =>
      setOpened({ as: 'preview', template, changes: await templates.changesOf(template.id) }),
    )
  const save = () =>
    attempt({ save: name, now, offer }, async key => {
      await templates.save(name, now, offer, key)
      setName('')
      await list.refetch()
      void showToast({ type: 'success', message: `${name.trim()} was saved as a template` })
    })
  const remove = ({ id }: Template) =>
    attempt({ remove: id }, async () => {
      await templates.remove(id).finally(() => setDoomed(null))
      await list.refetch()
      place.current?.focus()
    })
  const change = (template: Template, wanted: TemplateChange) =>
    attempt({ change: template.id, version: template.version, wanted }, async key => {
      await templates.change?.(template, wanted, key)
      setOpened(null)
      await list.refetch()
      void queries.invalidateQueries({ queryKey: [HISTORY, templates.history.scope, template.id] })
      void showToast({ type: 'success', message: `${wanted.name.trim()} was saved` })
    })
  const back = () => {
    forgetFault()
    setOpened(null)
  }
  const load = (changes: FormValues) => {
    for (const [field, value] of Object.entries(changes)) form.send({ type: 'field.changed', field, value })
    onClose()
  }
  return (
    <TemplateFrame
      title={opened === null ? templates.title : `${TITLES[opened.as]} ${opened.template.name}`}
      place={place}
      step={opened}
      fault={fault ?? (list.error === null ? null : failureMessage(list.error))}
      isBusy={isBusy}
      onBack={back}
      onClose={onClose}
      action={
        opened?.as === 'preview' ? (
          <Button variant="primary" onPress={() => load(opened.changes)}>
            Put it in place
          </Button>
        ) : null
      }
    >
      {opened === null ? (
        <>
          <TemplateList
            label={templates.title}
            templates={list.data}
            hasFailed={list.error !== null}
            empty="No template yet. Save the form as the first one."
            isBusy={isBusy}
            onLook={template => void look(template)}
            actions={template => (
              <>
                {templates.change === undefined ? null : (
                  <Button
                    size="small"
                    onPress={() => setOpened({ template, as: 'change' })}
                    aria-label={`Change ${template.name}`}
                  >
                    Change
                  </Button>
                )}
                <Button
                  size="small"
                  onPress={() => setOpened({ template, as: 'history' })}
                  aria-label={`History of ${template.name}`}
                >
                  History
                </Button>
                <Button
                  size="small"
                  isPending={isBusy}
                  onPress={() => setDoomed(template)}
                  aria-label={`Delete ${template.name}`}
                >
                  Delete
                </Button>
              </>
            )}
          />
          <div className={styles['saving']}>
            <TextField
              label="Save this form as"
              value={name}
              onChange={setName}
              autoComplete="off"
              placeholder="Template Name"
            />
            {templates.offers === undefined ? null : (
              <OfferSelect offers={templates.offers} value={offer} onChange={setOffer} />
            )}
            <Button isPending={isBusy} onPress={() => void save()}>
              Save template
            </Button>
          </div>
        </>
      ) : opened.as === 'preview' ? (
        <TemplatePreview
          caption="Nothing is stored before the source is saved."
          noun="Field"
          rows={previewRows(plan.fields, now, opened.changes)}
        />
      ) : opened.as === 'change' ? (
        <ChangeTemplate
          template={opened.template}
          offers={templates.offers}
          now={now}
          isBusy={isBusy}
          onChange={wanted => void change(opened.template, wanted)}
        />
      ) : (
        <HistoryPanel scope={templates.history.scope} id={opened.template.id} fields={templates.history.fields} />
      )}
      {doomed === null ? null : (
        <ConfirmDialog
          isOpen
          title="Delete template"
          confirmLabel="Delete"
          tone="danger"
          isPending={isBusy}
          onConfirm={() => void remove(doomed)}
          onCancel={() => setDoomed(null)}
        >
          <p>{doomed.name} leaves the list for everybody. Sources set up with it before stay as they are.</p>
        </ConfirmDialog>
      )}
    </TemplateFrame>
  )
}
