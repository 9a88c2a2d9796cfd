import { HOLD_PLACES_HINT, HOLD_PLACES_OPTIONS } from '@desk/schema/sources/hold-places'
import { heldByProject } from '@desk/schema/statuses/held-by'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { SurveyDetail } from '@desk/schema/surveys/survey'
import {
  type MovedSources,
  surveyFormByFlag,
  type SurveyForm as SurveyFormValues,
} from '@desk/schema/surveys/survey-form'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { Schema } from 'effect'
import { useRef, useState } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { loadOptions } from '#runtime/hooks/use-load.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { showToast } from '#ui/toasts.ts'
import { FormZone } from '#kit/forms/form-zone.tsx'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { DEVICE_OPTIONS, zoneNameOf } from '#kit/forms/lookup-options.ts'
import { LOOKUP } from '#kit/forms/lookup-reads.ts'
import { undoAction } from '#kit/forms/undo-save.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { StatusMenu } from '#kit/statuses/status-menu.tsx'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { EngageLanguageLine } from './engage-language-line.tsx'
import { SurveyFeasibility } from './survey-feasibility.tsx'
import { formWarnings } from './form-warnings.ts'
import { LaunchChecklist } from './launch-checklist.tsx'
import { movedBack, movedWith } from './moved-sources.ts'
import { MoveSources } from './move-sources.tsx'
import { PracticeButton } from './practice-button.tsx'
import { RateCardPrice } from './rate-card-price.tsx'
import {
  copyOf,
  languagesToChoose,
  newSurvey,
  surveyFields,
  surveyOptions,
  type SurveyLists,
  type SurveyOptions,
} from './survey-plan.ts'
import styles from './surveys.module.css'
import { UrlCheck } from './url-check.tsx'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormCheckboxes, FormSelect, FormSwitch, useFormValue, FormDateTime, FormNumber, FormText, FormUrl } =
  formFields<SurveyFormValues>()

export interface SurveyFormProps {
  me: CurrentUser
  lists: SurveyLists
  project: ProjectDetail
  /** The survey that is edited or duplicated; null: a new one. */
  survey: SurveyDetail | null
  act: 'create' | 'duplicate' | 'edit'
  /** The field to focus, from a checklist's link. */
  focused: string | null
  /** Where it leads: the sources of the saved survey, or back. */
  goTo: (place: { readonly savedId: number } | 'back') => void
  /** Beneath an edited survey's form. */
  below: React.ReactNode
}

const isSurvey = Schema.is(SurveyDetail)
const readStored = (current: unknown) => (isSurvey(current) ? { stored: current, version: current.version } : null)

export const TITLES = { create: 'New survey', duplicate: 'New survey', edit: 'Edit survey' } as const

function crumbsOf({ act, project, survey }: Pick<SurveyFormProps, 'act' | 'project' | 'survey'>): readonly Crumb[] {
  const path = `#/manage/project/${project.pm_proj_ud}/survey`
  const above = [
    { label: 'Projects', href: '#/projects' },
    { label: project.pm_proj_name, href: path },
  ]
  if (act !== 'edit' || survey === null) return [...above, { label: TITLES[act] }]
  return [...above, { label: survey.pm_sy_name, href: `${path}/${survey.pm_sy_ud}/streams` }, { label: 'Edit' }]
}

function keyOf({ act, project, survey }: Pick<SurveyFormProps, 'act' | 'project' | 'survey'>): string {
  return survey === null ? `survey.create ${project.pm_proj_ud}` : `survey.${act} ${survey.pm_sy_ud}`
}

/** Makes or changes a survey (§5.10–5.15, api:S2, api:S3). */
export function SurveyForm(props: SurveyFormProps) {
  const desk = useDesk()
  const { me, lists, project, survey, act, goTo, below, focused } = props
  const [options] = useState(() => surveyOptions(lists, Date.now()))
  const edited = act === 'edit' ? survey : null
  const movesSources = useRef(true)
  const lastMove = useRef<MovedSources | null>(null)
  const shown = (saved: SurveyDetail) => {
    const { pm_sy_ud: id, pm_sy_name: name, statusid } = saved
    desk.queryClient.setQueryData(loadOptions(desk).survey(id).queryKey, saved)
    void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'project', project.pm_proj_ud] })
    void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'survey', id] })
    void desk.queryClient.invalidateQueries({ queryKey: [HISTORY, 'survey', id] })
    return { id, name, statusid }
  }
  const form = useForm<SurveyDetail, SurveyFormValues>(
    {
      form: keyOf(props),
      thing: 'survey',
      schema: surveyFormByFlag(lists),
      fields: surveyFields(lists, options),
      stored: edited ?? (survey === null ? newSurvey(project) : copyOf(survey)),
      version: edited?.version ?? null,
      warningsOf: values =>
        formWarnings({ zones: lists.zones, project, survey, isEdited: edited !== null }, values, Date.now()),
      save: (payload, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        if (edited !== null) {
          const { out_of_field_date: end, out_of_field_time_zone_code: zoneCode } = payload
          // the old date again is the Undo; after a conflict the days would be counted from another date
          if (end === edited.out_of_field_date) lastMove.current = lastMove.current && movedBack(lastMove.current)
          else
            lastMove.current =
              movesSources.current && version === edited.version
                ? movedWith(edited, end, zoneNameOf(lists.zones, zoneCode))
                : null
          return desk.api.call('surveys.update', {
            params: { id: edited.pm_sy_ud },
            headers,
            payload: {
              ...payload,
              ...(typeof version === 'number' ? { version } : {}),
              ...(lastMove.current === null ? {} : { move_sources: lastMove.current }),
            },
          })
        }
        return desk.api.call('surveys.create', {
          headers,
          payload: {
            ...payload,
            pm_proj_ud: project.pm_proj_ud,
            ...(survey === null ? {} : { duplicate_of: survey.pm_sy_ud }),
          },
        })
      },
      readStored,
      ...(edited === null ? {} : { whoChanged: () => whoLastChanged(desk.api, 'survey', edited.pm_sy_ud) }),
      onSaved: (saved, undo) => {
        const { id, name } = shown(saved)
        void showToast({
          type: 'success',
          message: edited === null ? 'Survey created successfully' : 'Survey updated successfully',
          ...(undo === null ? {} : { action: undoAction({ name, setBack: async key => shown(await undo(key)) }) }),
        })
        goTo({ savedId: id })
      },
      onCancelled: () => goTo('back'),
    },
    me,
  )
  return (
    <FormPage
      form={form}
      title={edited?.pm_sy_name ?? TITLES[act]}
      crumbs={crumbsOf(props)}
      saveLabel={edited === null ? 'Create survey' : 'Save'}
      isReadOnly={!mayCall(me, edited === null ? 'surveys.create' : 'surveys.update')}
      status={edited === null ? null : <SurveyStatus survey={edited} />}
      below={below}
    >
      {edited === null ? null : <LaunchChecklist survey={edited} field={focused} />}
      <SurveyFields
        lists={lists}
        options={options}
        projectUID={project.pm_proj_ud}
        survey={edited}
        isDuplicate={act === 'duplicate'}
        onMoveSources={isChosen => {
          movesSources.current = isChosen
        }}
      />
      {/* last: a shift of the page would close the list of the field in use */}
      {edited === null ? <SurveyFeasibility zones={lists.zones} /> : null}
    </FormPage>
  )
}

function SurveyStatus({
  survey: { pm_sy_ud, pm_sy_name, statusid, effective_statusid, status_reason, status_changed_by },
}: {
  survey: SurveyDetail
}) {
  return (
    <StatusMenu
      scope="survey"
      id={pm_sy_ud}
      name={pm_sy_name}
      statusid={statusid}
      heldBy={heldByProject({ statusid, effective_statusid })}
      reason={status_reason}
      changedBy={status_changed_by}
    />
  )
}

interface SurveyFieldsProps {
  lists: SurveyLists
  options: SurveyOptions
  projectUID: number
  /** The one that is edited; null: a new one. */
  survey: SurveyDetail | null
  isDuplicate: boolean
  /** Whether the save moves the dates of its sources. */
  onMoveSources: (isChosen: boolean) => void
}

function SurveyFields({ lists, options, projectUID, survey, isDuplicate, onMoveSources }: SurveyFieldsProps) {
  const zone = zoneNameOf(lists.zones, useFormValue('out_of_field_time_zone_code'))
  const needsUrl = useFormValue('survey_url_flg') === true
  return (
    <>
      <FormSection
        title="Survey"
        description={
          isDuplicate
            ? 'A duplicate takes the limits, checks and sources of the original along; its sources begin as drafts, cancelled ones stay behind.'
            : undefined
        }
      >
        <FormText name="pm_sy_name" isWide />
        <FormNumber name="respondents" suffix="completes" />
      </FormSection>
      <FormSection title="Audience" description="One survey is for one country, in one language.">
        <FormSelect name="pm_cy_cs_id" options={options.country} />
        <LanguageField lists={lists} survey={survey} />
        <FormCheckboxes name="device_compatibility" options={DEVICE_OPTIONS} isWide />
      </FormSection>
      <FormSection title="Survey URL">
        <FormSwitch
          name="survey_url_flg"
          description="Off: each source has its own URL, or you add the URL later."
          isWide
        />
        <FormUrl
          name="survey_url"
          description={`https://… with [%RDUD%] for the respondent’s id.${needsUrl ? ' [%RDUD%] is required.' : ''}`}
        />
        <div className={styles['wide']}>
          <UrlCheck />
          <PracticeButton />
        </div>
      </FormSection>
      <FormSection title="Interview and price">
        <FormNumber name="est_loi" suffix="minutes" />
        <FormNumber name="qualifying_rate" suffix="%" />
        <FormNumber name="pm_sy_client_cpi" prefix="$" suffix="per complete" />
        <RateCardPrice projectUID={projectUID} surveyUID={survey?.pm_sy_ud ?? null} />
      </FormSection>
      <FormSection title="Places of the target">
        <FormSelect name="hold_places" options={HOLD_PLACES_OPTIONS} description={HOLD_PLACES_HINT} isWide />
      </FormSection>
      <FormSection title="Field time">
        <FormDateTime name="out_of_field_date" description={`Time in ${zone}.`} />
        <FormZone options={options.zone} zones={lists.zones} />
        {survey === null ? null : <MoveSources survey={survey} zone={zone} onChoose={onMoveSources} />}
      </FormSection>
    </>
  )
}

/** The languages of the country that is chosen (api:L9). */
function LanguageField({ lists, survey }: Pick<SurveyFieldsProps, 'lists' | 'survey'>) {
  const desk = useDesk()
  const country = useFormValue('pm_cy_cs_id')
  const chosen = useFormValue('languages_id')
  const { data } = useQuery({
    ...desk.query('lookups.countryLanguages', { query: { country_id: typeof country === 'number' ? country : 0 } }),
    ...LOOKUP,
    enabled: typeof country === 'number',
  })
  return (
    <div className={styles['language']}>
      <FormSelect
        name="languages_id"
        options={languagesToChoose(lists.languages, typeof country === 'number' ? data : undefined, chosen)}
      />
      {survey === null ? null : <EngageLanguageLine surveyUID={survey.pm_sy_ud} stored={survey} />}
    </div>
  )
}
