import type { TemplateLoaded } from '@desk/schema/sources/allocation-template'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { partsWords } from './allocations/allocation-values.ts'
import { useAttempt } from './attempts/use-attempt.ts'
import { TemplateFrame } from './templates/template-frame.tsx'
import { TemplateList } from './templates/template-list.tsx'
import { TemplatePreview } from './templates/template-preview.tsx'
import type { Template } from './templates/template.ts'
import { forgetSources } from './after-save.ts'
import { listAllocations, OF_A_SURVEY } from './source-templates.ts'

export interface ApplyAllocationProps {
  surveyUID: number
  surveyName: string
  onClose: () => void
}

interface Opened {
  readonly template: Template
  readonly streams: TemplateLoaded['streams']
}

const sourcesText = (count: number): string => `${count} ${count === 1 ? 'source' : 'sources'}`
const changingOf = (streams: TemplateLoaded['streams']): number => streams.filter(({ changes }) => changes).length

function captionOf(streams: TemplateLoaded['streams'], surveyName: string): string {
  if (streams.length === 0) return `${surveyName} has no DIY source that has not ended.`
  return changingOf(streams) === 0
    ? 'Every DIY source has these suppliers already.'
    : 'Suppliers, parts and own prices of every DIY source that has not ended. Nothing is stored yet.'
}

/** Replaces the suppliers of a survey's DIY sources by an allocation template, after a preview (api:T32). */
export default function ApplyAllocation({ surveyUID, surveyName, onClose }: ApplyAllocationProps) {
  const desk = useDesk()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { isBusy, fault, forgetFault, attempt } = useAttempt()
  const place = useRef<HTMLDivElement>(null)
  const list = useQuery({
    queryKey: ['templates', 'of a survey'],
    queryFn: ({ signal }) => listAllocations(desk.api, signal, OF_A_SURVEY),
    staleTime: 0,
    gcTime: 0,
  })
  const load = ({ id }: Template, headers: { readonly 'idempotency-key'?: string }, preview: boolean) =>
    desk.api.call('sourceTemplates.loadAllocation', {
      params: { scope: 'survey', id },
      headers,
      payload: { id: surveyUID, preview },
    })
  const look = (template: Template) =>
    attempt({ look: template.id }, async () =>
      setOpened({ template, streams: (await load(template, {}, true)).streams }),
    )
  const overwrite = ({ template }: Opened) =>
    attempt({ overwrite: template.id, version: template.version }, async key => {
      const { streams } = await load(template, { 'idempotency-key': key }, false)
      forgetSources(desk, surveyUID)
      void showToast({
        type: 'success',
        message: `${template.name} was put in place in ${sourcesText(changingOf(streams))}`,
      })
      onClose()
    })
  const back = () => {
    forgetFault()
    setOpened(null)
  }
  const changing = opened === null ? 0 : changingOf(opened.streams)
  return (
    <TemplateFrame
      title={opened === null ? 'Apply an allocation template' : `Apply ${opened.template.name}`}
      place={place}
      step={opened}
      fault={fault ?? (list.error === null ? null : failureMessage(list.error))}
      isBusy={isBusy}
      onBack={back}
      onClose={onClose}
      action={
        opened === null ? null : (
          <Button
            variant="primary"
            onPress={() => void overwrite(opened)}
            isPending={isBusy}
            isDisabled={changing === 0}
          >
            Overwrite {sourcesText(changing)}
          </Button>
        )
      }
    >
      {opened === null ? (
        <TemplateList
          label="Allocation templates"
          templates={list.data}
          hasFailed={list.error !== null}
          empty="No template is offered for a whole survey yet. Save one under “Allocation templates” of a DIY source, offered for a whole survey."
          isBusy={isBusy}
          onLook={template => void look(template)}
        />
      ) : (
        <TemplatePreview
          caption={captionOf(opened.streams, surveyName)}
          noun="Source"
          rows={opened.streams.map(({ stmid, name, before, after, changes }) => ({
            id: stmid,
            name,
            now: partsWords(before),
            withTemplate: changes ? partsWords(after) : 'stays as it is',
            isSame: !changes,
          }))}
        />
      )}
    </TemplateFrame>
  )
}
