import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import { ProjectDetail } from '@desk/schema/projects/project'
import { projectForm, type ProjectForm as ProjectFormValues } from '@desk/schema/projects/project-form'
import { sellPriceWarnings } from '@desk/schema/surveys/survey-warnings'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useState } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { loadOptions } from '#runtime/hooks/use-load.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { FormZone } from '#kit/forms/form-zone.tsx'
import { shownWarnings, typedEnd } from '#kit/forms/form-warnings.ts'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { DEVICE_OPTIONS, zoneNameOf } from '#kit/forms/lookup-options.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import { undoAction } from '#kit/forms/undo-save.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import {
  copyOf,
  newProject,
  projectFields,
  projectOptions,
  projectWire,
  storedProject,
  type ProjectLists,
  type ProjectOptions,
} from './project-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'
import { mayMakeManager, NewManager } from './new-manager.tsx'
import styles from './project-form.module.css'

const { useFormValue, FormCheckboxes, FormSelect, FormDateTime, FormNumber, FormText, FormUrl } =
  formFields<ProjectFormValues>()

export interface ProjectFormProps {
  me: CurrentUser
  lists: ProjectLists
  /** The project that is edited or copied; null: a new one. */
  project: ProjectDetail | null
  act: 'create' | 'copy' | 'edit'
  /** Where it leads: the survey list of the saved project, or back. */
  goTo: (place: { readonly savedId: number } | 'back') => void
}

const isProject = Schema.is(ProjectDetail)
const readStored = (current: unknown) =>
  isProject(current) ? { stored: storedProject(current), version: current.version } : null

export const TITLES = { create: 'New project', copy: 'New project', edit: 'Edit project' } as const

function crumbsOf(act: ProjectFormProps['act'], project: ProjectDetail | null): readonly Crumb[] {
  const projects = { label: 'Projects', href: '#/projects' }
  if (act !== 'edit' || project === null) return [projects, { label: TITLES[act] }]
  return [
    projects,
    { label: project.pm_proj_name, href: `#/manage/project/${project.pm_proj_ud}/survey` },
    { label: 'Edit' },
  ]
}

function keyOf(act: ProjectFormProps['act'], project: ProjectDetail | null): string {
  return project === null ? 'project.create' : `project.${act} ${project.pm_proj_ud}`
}

function beginningOf(act: ProjectFormProps['act'], project: ProjectDetail | null, me: CurrentUser): object {
  if (project === null) return newProject(me.user_time_zone)
  return act === 'copy' ? copyOf(project) : storedProject(project)
}

/** Makes or changes a project (§5.6–5.9, api:P3, api:P4). */
export function ProjectForm({ me, lists, project, act, goTo }: ProjectFormProps) {
  const desk = useDesk()
  const edited = act === 'edit' ? project : null
  const [openedAtMs] = useState(() => Date.now())
  const [isMakingManager, setIsMakingManager] = useState(false)
  const options = projectOptions(lists, openedAtMs, edited)
  const shown = (saved: ProjectDetail) => {
    const { pm_proj_ud: id, pm_proj_name: name, statusid } = saved
    desk.queryClient.setQueryData(loadOptions(desk).project(id).queryKey, saved)
    void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'projects'] })
    void desk.queryClient.invalidateQueries({ queryKey: [HISTORY, 'project', id] })
    return { id, name, statusid }
  }
  const form = useForm<ProjectDetail, ProjectFormValues>(
    {
      form: keyOf(act, project),
      thing: 'project',
      schema: projectForm(lists),
      fields: projectFields(lists, options),
      stored: beginningOf(act, project, me),
      version: edited?.version ?? null,
      toWire: projectWire,
      // a price here is that of surveys without their own (docs/decisions/0091)
      warningsOf: values => [
        ...typedEnd(values, lists.zones, Date.now()).passed,
        ...shownWarnings(
          sellPriceWarnings({
            sellPrice: numberOrNull(values['pm_sy_client_cpi']),
            dearest: edited?.dearest_source,
          }),
        ),
      ],
      save: (payload, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        if (edited === null) return desk.api.call('projects.create', { headers, payload })
        return desk.api.call('projects.update', {
          params: { id: edited.pm_proj_ud },
          headers,
          payload: { ...payload, ...(typeof version === 'number' ? { version } : {}) },
        })
      },
      readStored,
      ...(edited === null ? {} : { whoChanged: () => whoLastChanged(desk.api, 'project', edited.pm_proj_ud) }),
      onSaved: (saved, undo) => {
        const { id, name } = shown(saved)
        void showToast({
          type: 'success',
          message: edited === null ? 'Project created successfully' : 'Project updated successfully',
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
      title={edited?.pm_proj_name ?? TITLES[act]}
      crumbs={crumbsOf(act, project)}
      saveLabel={edited === null ? 'Create project' : 'Save'}
      isReadOnly={!mayCall(me, edited === null ? 'projects.create' : 'projects.update')}
      below={
        isMakingManager ? (
          <NewManager
            me={me}
            onMade={({ uid }) => {
              setIsMakingManager(false)
              form.form.send({ type: 'field.changed', field: 'consultant', value: uid })
            }}
            onClosed={() => setIsMakingManager(false)}
          />
        ) : null
      }
    >
      <ProjectFields
        lists={lists}
        options={options}
        isCopy={act === 'copy'}
        onNewManager={mayMakeManager(me) ? () => setIsMakingManager(true) : null}
      />
    </FormPage>
  )
}

interface ProjectFieldsProps {
  lists: ProjectLists
  options: ProjectOptions
  isCopy: boolean
  /** null: the user may not make one. */
  onNewManager: (() => void) | null
}

function ProjectFields({ lists, options, isCopy, onNewManager }: ProjectFieldsProps) {
  const zone = zoneNameOf(lists.zones, useFormValue('out_of_field_time_zone_code'))
  return (
    <>
      <FormSection
        title="Project"
        description={
          isCopy ? 'The copy has the fields of this form only. Surveys and sources are not copied.' : undefined
        }
      >
        <FormText name="pm_proj_name" isWide />
        <FormText name="pm_proj_rep_num" />
        <div className={styles['manager']}>
          <FormSelect
            name="consultant"
            options={options.consultant}
            description={managersNote(lists, onNewManager !== null)}
          />
          {onNewManager === null ? null : (
            <Button variant="ghost" size="small" onPress={onNewManager}>
              New manager…
            </Button>
          )}
        </div>
        {lists.usesBusinessUnits ? <FormSelect name="business_unit_ud" options={options.unit} /> : null}
      </FormSection>
      <FormSection title="Field time">
        <FormDateTime name="out_of_field_date" description={`Time in ${zone}.`} />
        <FormZone options={options.zone} zones={lists.zones} />
      </FormSection>
      <FormSection title="Survey defaults" description="Optional. Each survey can override them.">
        <FormNumber name="respondents" suffix="completes" />
        <FormNumber name="pm_sy_client_cpi" prefix="$" suffix="per complete" />
        <FormNumber name="est_loi" suffix="minutes" />
        <FormNumber name="qualifying_rate" suffix="%" />
        <FormSelect name="pm_cy_cs_id" options={options.country} noneLabel="No country" />
        <FormSelect name="languages_id" options={options.language} noneLabel="No language" />
        <FormCheckboxes name="device_compatibility" options={DEVICE_OPTIONS} isWide />
        <FormUrl name="survey_url" description="https://, with [%RDUD%] where the respondent’s id belongs." />
      </FormSection>
    </>
  )
}

function managersNote({ consultants }: ProjectLists, mayMake: boolean): string | undefined {
  const hasSome = consultants.some(({ uid }) => uid !== NO_CONSULTANT_UID)
  if (mayMake) return hasSome ? undefined : 'No project managers yet.'
  return hasSome
    ? 'Ask an admin for a new manager.'
    : 'No project managers yet. An admin ticks “Project Manager” for a user under Administration, Users.'
}
