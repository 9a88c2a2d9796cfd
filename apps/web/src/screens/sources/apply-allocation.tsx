import type { AllocationTemplate, TemplateLoaded } from '@desk/schema/sources/allocation-template'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NO_FIGURE } from '../../ui/format/figures.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { readPages } from '../../widgets/tables/read-pages.ts'
import styles from '../../widgets/templates/templates.module.css'
import { forgetSources } from './after-save.ts'
import { OF_A_SURVEY } from './source-templates.ts'

export interface ApplyAllocationProps {
  surveyUID: number
  surveyName: string
  onClose: () => void
}

interface Shown {
  readonly template: AllocationTemplate
  readonly streams: TemplateLoaded['streams']
}
type Parts = TemplateLoaded['streams'][number]['before']

const partsText = (parts: Parts): string =>
  parts.length === 0 ? NO_FIGURE : parts.map(({ name, allocation_percent: percent, supplier_cpi: price }) => `${name} ${percent} %${price === null ? '' : ` at $${price.toFixed(2)}`}`).join(', ')

const goneOf = ({ suppliers }: AllocationTemplate): string => suppliers.flatMap(({ name, is_gone: isGone }) => (isGone ? [name] : [])).join(', ')

const sourcesText = (count: number): string => `${count} ${count === 1 ? 'source' : 'sources'}`

/** Puts an allocation template in place of the suppliers of a survey's DIY sources, after showing what that changes (api:T32). */
export default function ApplyAllocation({ surveyUID, surveyName, onClose }: ApplyAllocationProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown !== null) place.current?.focus()
  }, [shown])
  const list = useQuery({
    queryKey: ['templates', 'of a survey'],
    queryFn: async ({ signal }) => (await readPages((page) => desk.api.call('sourceTemplates.listAllocations', { query: page, signal }))).filter(({ template_type: type }) => type === OF_A_SURVEY),
    staleTime: 0,
    gcTime: 0,
  })
  const load = (template: AllocationTemplate, preview: boolean) =>
    desk.api.call('sourceTemplates.loadAllocation', {
      params: { scope: 'survey', id: template.supplier_allocation_template_id },
      headers: preview ? {} : { 'idempotency-key': crypto.randomUUID() },
      payload: { id: surveyUID, preview },
    })
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    await act().catch((failure: unknown) => setFault(failureMessage(failure)))
    setBusy(false)
  }
  const look = (template: AllocationTemplate) => attempt(async () => setShown({ template, streams: (await load(template, true)).streams }))
  const overwrite = ({ template }: Shown) =>
    attempt(async () => {
      const { streams } = await load(template, false)
      forgetSources(surveyUID)
      void showToast({ type: 'success', message: `${template.name} was put in place in ${sourcesText(streams.filter(({ changes }) => changes).length)}` })
      onClose()
    })
  const said = fault ?? (list.error === null ? null : failureMessage(list.error))
  const changing = shown?.streams.filter(({ changes }) => changes).length ?? 0
  return (
    <Dialog
      isOpen
      title={shown === null ? 'Apply an allocation template' : `Apply ${shown.template.name}`}
      onClose={onClose}
      isLocked={isBusy}
      footer={
        shown === null ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button onPress={() => setShown(null)} isDisabled={isBusy}>
              Back
            </Button>
            <Button variant="primary" onPress={() => void overwrite(shown)} isPending={isBusy} isDisabled={changing === 0}>
              Overwrite {sourcesText(changing)}
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
        {shown === null ? (
          <Choice templates={list.data} isFailed={list.error !== null} isBusy={isBusy} onLook={(template) => void look(template)} />
        ) : (
          <table className={styles['preview']}>
            <caption>
              {shown.streams.length === 0
                ? `${surveyName} has no DIY source that has not ended.`
                : changing === 0
                  ? 'Every DIY source has these suppliers already.'
                  : 'Suppliers, parts and own prices of every DIY source that has not ended. Nothing is stored yet.'}
            </caption>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">Now</th>
                <th scope="col">With the template</th>
              </tr>
            </thead>
            <tbody>
              {shown.streams.map(({ stmid, stream_name: name, before, after, changes }) => (
                <tr key={stmid} data-same={!changes || undefined}>
                  <th scope="row">{name}</th>
                  <td>{partsText(before)}</td>
                  <td>{changes ? partsText(after) : 'stays as it is'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  templates: readonly AllocationTemplate[] | undefined
  isFailed: boolean
  isBusy: boolean
  onLook: (template: AllocationTemplate) => void
}

function Choice({ templates, isFailed, isBusy, onLook }: ChoiceProps) {
  if (templates === undefined) return isFailed ? null : <Skeleton label="Loading the templates" height="28px" lines={2} />
  if (templates.length === 0) return <p className={styles['note']}>No template is offered for a whole survey yet. Save one under “Allocation templates” of a DIY source, offered for a whole survey.</p>
  return (
    <ul role="list" aria-label="Allocation templates" className={styles['list']}>
      {templates.map((template) => {
        const gone = goneOf(template)
        return (
          <li key={template.supplier_allocation_template_id}>
            <span>
              <strong>{template.name}</strong> <span className={styles['note']}>{gone === '' ? partsText(template.suppliers) : `${gone}: deleted meanwhile`}</span>
            </span>
            <span className={styles['acts']}>
              <Button size="small" isDisabled={gone !== ''} isPending={isBusy} onPress={() => onLook(template)} aria-label={`Look at ${template.name}`}>
                Look at it
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
