import { values as formValues } from '@desk/machines/form/form.selectors'
import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { HistoryScope } from '@desk/schema/history/history'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../runtime/api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { sayValue } from '../forms/field-kinds.ts'
import { useOpenForm } from '../forms/form-context.ts'
import { HISTORY, HistoryPanel } from '../history/history-panel.tsx'
import type { HistoryFields } from '../history/history-words.ts'
import { ChangeTemplate, OfferSelect } from './change-template.tsx'
import styles from './templates.module.css'

export interface Template {
  readonly id: number
  readonly name: string
  readonly about: string
  /** Why it cannot be loaded; null: it can. */
  readonly blocked: string | null
  /** For what it is offered, by the values of `offers`. */
  readonly offer?: number
  /** Of one that can be changed: what was seen. */
  readonly version?: number
}

/** How a template is to be from now on. */
export interface TemplateChange {
  readonly name: string
  readonly offer: number
  /** What the form holds, in place of what the template holds; null: that stays. */
  readonly values: FormValues | null
}

/** Templates of something that the form holds. */
export interface Templates {
  readonly title: string
  readonly list: (signal: AbortSignal) => Promise<readonly Template[]>
  /** The form's fields as the template has them. */
  readonly changesOf: (id: number) => Promise<FormValues>
  /** For what templates are offered, the first one by default; without it there is nothing to choose. */
  readonly offers?: readonly { readonly value: number; readonly label: string }[]
  /** Keeps what the form holds now under a name. */
  readonly save: (name: string, values: FormValues, offer: number) => Promise<unknown>
  /** Renames a template, or puts what the form holds in place of what it holds; without it they cannot be changed. */
  readonly change?: (template: Template, change: TemplateChange) => Promise<unknown>
  readonly remove: (id: number) => Promise<unknown>
  /** Where their histories are, and their fields as the screen calls them. */
  readonly history: { readonly scope: HistoryScope; readonly fields: HistoryFields }
}

/** A template that is changed, or whose history is looked at. */
interface Opened {
  readonly template: Template
  readonly as: 'change' | 'history'
}

interface Shown {
  readonly template: Template
  readonly changes: FormValues
}

/** Loads a template into the form, after showing what it puts in place of what; and keeps what the form holds as one. */
export default function TemplatesDialog({ templates, onClose }: { templates: Templates; onClose: () => void }) {
  const { form, plan } = useOpenForm()
  const [now] = useState(() => formValues(form.getSnapshot()))
  const [name, setName] = useState('')
  const [offer, setOffer] = useState(templates.offers?.[0]?.value ?? 0)
  const [shown, setShown] = useState<Shown | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [doomed, setDoomed] = useState<Template | null>(null)
  const queries = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  // what was pressed is gone with its step: the focus stays in the dialog
  useEffect(() => {
    if (shown !== null || opened !== null) place.current?.focus()
  }, [shown, opened])
  const list = useQuery({ queryKey: ['templates', templates.title], queryFn: ({ signal }) => templates.list(signal), staleTime: 0, gcTime: 0 })
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    await act().catch((failure: unknown) => setFault(failureMessage(failure)))
    setBusy(false)
  }
  const show = (template: Template) => attempt(async () => setShown({ template, changes: await templates.changesOf(template.id) }))
  const save = () =>
    attempt(async () => {
      await templates.save(name, now, offer)
      setName('')
      await list.refetch()
      await showToast({ type: 'success', message: `${name.trim()} was saved as a template` })
    })
  const remove = ({ id }: Template) =>
    attempt(async () => {
      await templates.remove(id).finally(() => setDoomed(null))
      await list.refetch()
      place.current?.focus()
    })
  const change = (template: Template, wanted: TemplateChange) =>
    attempt(async () => {
      await templates.change?.(template, wanted)
      setOpened(null)
      await list.refetch()
      void queries.invalidateQueries({ queryKey: [HISTORY, templates.history.scope, template.id] })
      void showToast({ type: 'success', message: `${wanted.name.trim()} was saved` })
    })
  const back = () => {
    setFault(null)
    setShown(null)
    setOpened(null)
  }
  const load = ({ changes }: Shown) => {
    for (const [field, value] of Object.entries(changes)) form.send({ type: 'field.changed', field, value })
    onClose()
  }
  const said = fault ?? (list.error === null ? null : failureMessage(list.error))
  const rows = shown === null ? [] : plan.fields.flatMap((field) => (field.name in shown.changes ? [{ field, from: now[field.name], to: shown.changes[field.name] }] : []))
  return (
    <Dialog
      isOpen
      title={opened !== null ? `${opened.as === 'change' ? 'Change' : 'History of'} ${opened.template.name}` : shown === null ? templates.title : `Load ${shown.template.name}`}
      onClose={onClose}
      footer={
        opened !== null ? (
          <Button onPress={back}>Back</Button>
        ) : shown === null ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button onPress={back}>Back</Button>
            <Button variant="primary" onPress={() => load(shown)}>
              Put it in place
            </Button>
          </>
        )
      }
    >
      <div ref={place} tabIndex={-1} className={styles['templates']}>
        {said === null ? null : (
          <p role="alert" className={styles['fault']}>
            {said}
          </p>
        )}
        {opened?.as === 'change' ? (
          <ChangeTemplate template={opened.template} offers={templates.offers} now={now} isBusy={isBusy} onChange={(wanted) => void change(opened.template, wanted)} />
        ) : opened?.as === 'history' ? (
          <HistoryPanel scope={templates.history.scope} id={opened.template.id} fields={templates.history.fields} />
        ) : shown === null ? (
          <>
            <ul role="list" aria-label={templates.title} className={styles['list']}>
              {(list.data ?? []).map((template) => (
                <li key={template.id}>
                  <span>
                    <strong>{template.name}</strong> <span className={styles['note']}>{template.blocked ?? template.about}</span>
                  </span>
                  <span className={styles['acts']}>
                    <Button size="small" isDisabled={template.blocked !== null} isPending={isBusy} onPress={() => void show(template)} aria-label={`Look at ${template.name}`}>
                      Look at it
                    </Button>
                    {templates.change === undefined ? null : (
                      <IconButton size="small" label={`Change ${template.name}`} onPress={() => setOpened({ template, as: 'change' })}>
                        <Pencil aria-hidden />
                      </IconButton>
                    )}
                    <IconButton size="small" label={`History of ${template.name}`} onPress={() => setOpened({ template, as: 'history' })}>
                      <History aria-hidden />
                    </IconButton>
                    <Button size="small" variant="ghost" isPending={isBusy} onPress={() => setDoomed(template)} aria-label={`Delete ${template.name}`}>
                      Delete
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
            {list.data?.length === 0 ? <p className={styles['note']}>No template yet. What the form holds now can be the first one.</p> : null}
            <div className={styles['saving']}>
              <TextField label="Save what the form holds as" value={name} onChange={setName} autoComplete="off" placeholder="Template Name" />
              {templates.offers === undefined ? null : <OfferSelect offers={templates.offers} value={offer} onChange={setOffer} />}
              <Button isPending={isBusy} onPress={() => void save()}>
                Save template
              </Button>
            </div>
          </>
        ) : (
          <table className={styles['preview']}>
            <caption>Nothing is stored before the source is saved.</caption>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Now</th>
                <th scope="col">With the template</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ field, from, to }) => (
                <tr key={field.name} data-same={canonicalJson(from ?? null) === canonicalJson(to ?? null) || undefined}>
                  <th scope="row">{field.label}</th>
                  <td>{sayValue(field, from)}</td>
                  <td>{sayValue(field, to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {doomed === null ? null : (
        <ConfirmDialog isOpen title="Delete template" confirmLabel="Delete" tone="danger" isPending={isBusy} onConfirm={() => void remove(doomed)} onCancel={() => setDoomed(null)}>
          <p>{doomed.name} leaves the list for everybody. What was set up with it before stays as it is.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
