import { sourceHeldBy } from '@desk/schema/statuses/held-by'
import { isBusy } from '@desk/machines/form/form.selectors'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { Source } from '@desk/schema/sources/source'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Why } from '#kit/figure-changes/why.tsx'
import { FormPage } from '#kit/forms/form-page.tsx'
import type { Form } from '#kit/forms/use-form.ts'
import type { HeadFact } from '#kit/heads/page-head.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { EntryLinks } from './entry-links.tsx'
import { Exclusions } from './exclusions.tsx'
import { Recontact } from './recontact/recontact.tsx'
import { sourceHistoryFields } from './source-lists.ts'
import type { SourcePaths } from './source-paths.ts'
import { TestPanel } from './test-panel.tsx'
import styles from './sources.module.css'

/** Whether the running save also launches the source. */
export function useLaunch() {
  const isAsked = useRef(false)
  const launch = ({ form }: Form) => {
    // checked and sent within this call, or not at all: the request applies to one save
    isAsked.current = true
    form.send({ type: 'form.submitRequested' })
    isAsked.current = false
  }
  return { isAsked, launch }
}

export interface SourcePageProps {
  form: Form
  /** null: a new one. */
  source: Pick<Source, 'stmid' | 'name' | 'statusid' | 'status_reason' | 'status_changed_by'> | null
  /** Its type, in words. */
  type: string
  /** The head's facts, in addition to type and ID. */
  facts?: readonly HeadFact[]
  zones: readonly TimeZoneItem[]
  survey: SurveyDetail
  paths: Pick<SourcePaths, 'surveys' | 'table'>
  onLaunch: (form: Form) => void
  onStatus: () => void
  children: React.ReactNode
}

/** The page of a source's form: head, status and Launch; for a stored one also test and history. */
export function SourcePage({
  form,
  source,
  type,
  facts = [],
  zones,
  survey,
  paths,
  onLaunch,
  onStatus,
  children,
}: SourcePageProps) {
  const mayWrite = useMayCall(source === null ? 'sources.create' : 'sources.update')
  const isDraft = source === null || source.statusid === STATUS_CODES.draft
  return (
    <FormPage
      form={form}
      title={source?.name ?? `New ${type} source`}
      crumbs={[
        { label: 'Projects', href: '#/projects' },
        { label: survey.pm_proj_name, href: `#${paths.surveys}` },
        { label: survey.pm_sy_name, href: `#${paths.table}` },
        { label: source?.name ?? 'New source' },
      ]}
      facts={[
        { name: 'Type', value: type },
        ...(source === null ? [] : [{ name: 'ID', value: source.stmid }]),
        ...facts,
      ]}
      status={
        source === null ? null : (
          <StatusMenu
            scope="source"
            id={source.stmid}
            name={source.name}
            statusid={source.statusid}
            heldBy={sourceHeldBy(source.statusid, survey)}
            reason={source.status_reason}
            changedBy={source.status_changed_by}
          />
        )
      }
      isReadOnly={!mayWrite}
      saveLabel={isDraft ? 'Save as draft' : 'Save'}
      otherSave={isDraft ? <LaunchButton form={form} onLaunch={() => onLaunch(form)} /> : null}
      below={
        source === null ? null : (
          <div className={styles['below']}>
            <Exclusions projectId={survey.pm_proj_ud} surveyId={survey.pm_sy_ud} sourceId={source.stmid} />
            <Recontact projectId={survey.pm_proj_ud} sourceId={source.stmid} />
            <EntryLinks sourceId={source.stmid} />
            <TestPanel sourceId={source.stmid} name={source.name} />
            <HistoryPanel scope="source" id={source.stmid} fields={sourceHistoryFields(zones)} />
            <StatusOverlays onChanged={onStatus} />
            <Why />
          </div>
        )
      }
    >
      {children}
      {source === null ? <Exclusions projectId={survey.pm_proj_ud} surveyId={survey.pm_sy_ud} sourceId={null} /> : null}
    </FormPage>
  )
}

/** Saves the source and asks for Live. */
function LaunchButton({ form: { form }, onLaunch }: { form: Form; onLaunch: () => void }) {
  const isResting = useSelector(form, isBusy)
  return (
    <Button onPress={onLaunch} isDisabled={isResting}>
      Save and launch
    </Button>
  )
}
