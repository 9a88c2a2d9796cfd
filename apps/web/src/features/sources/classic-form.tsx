import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { ClassicSource } from '@desk/schema/sources/classic-source'
import { exampleRedirect, REDIRECT_LABELS } from '@desk/schema/suppliers/redirect-url'
import { redirectField } from '@desk/schema/suppliers/supplier-form'
import type { SupplierRedirect } from '@desk/schema/suppliers/supplier'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { namesById } from '#kit/forms/named-options.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { openValues, wireValues } from '#kit/forms/field-kinds.ts'
import { FormSection } from '#kit/forms/form-page.tsx'
import type { SaveFacts } from '#kit/forms/form-runner.ts'
import { withStored } from '#kit/forms/lookup-options.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { TemplatesButton } from './templates/templates-button.tsx'
import { afterSave } from './after-save.ts'
import {
  classicFields,
  classicIn,
  classicInput,
  classicSchema,
  classicWire,
  newClassic,
  storedClassic,
  type ClassicFormSent,
} from './classic-plan.ts'
import { Feasibility } from './feasibility.tsx'
import { formWarnings } from './form-warnings.ts'
import { IfSaved } from './if-saved.tsx'
import { LaunchPanel } from './launch-panel.tsx'
import { trafficNotes } from './launch-problems.ts'
import { isBlocked, statusAsked, type SavedSource } from './save-source.ts'
import { BasicsSection, ControlSection } from './shared-sections.tsx'
import { sourceOptions, type SourceLists } from './source-lists.ts'
import { SourcePage, useLaunch } from './source-page.tsx'
import type { SourcePaths } from './source-paths.ts'
import { asksToLaunch, statusWanted } from './source-plan.ts'
import { sourceTemplates } from './source-templates.ts'
import styles from './sources.module.css'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, useFormField, useFormValue, FormNumber, FormUrl } = formFields<ClassicFormSent>()

export interface ClassicFormProps {
  me: CurrentUser
  lists: SourceLists
  survey: SurveyDetail
  project: ProjectDetail
  /** null: a new one. */
  classic: ClassicSource | null
  paths: SourcePaths
  onStatus: () => void
  /** It was saved but not launched: the form restarts with the stored values. */
  onKept: () => void
  /** The field to focus, from a link of a launch; null: none. */
  focused: string | null
}

const everyQualification = () => true
const readStored = (current: unknown) => {
  const classic = classicIn(current)
  return classic && { stored: storedClassic(classic), version: classic.version }
}

interface ClassicGround {
  readonly surveyId: number
  /** null: a new one. */
  readonly classic: ClassicSource | null
}

/** Saves it; a launch that is blocked leaves it saved (api:U4, api:U5). @param input its status is the one that a new source is to have */
async function saveClassic(
  api: ApiClient,
  input: ReturnType<typeof classicInput>,
  isLaunch: boolean,
  { surveyId, classic }: ClassicGround,
  { version, idempotencyKey }: SaveFacts,
): Promise<SavedSource<ClassicSource>> {
  const headers = { 'idempotency-key': idempotencyKey }
  try {
    const source =
      classic === null
        ? await api.call('classicSources.create', { headers, payload: { ...input, pm_sy_ud: surveyId } })
        : await api.call('classicSources.update', {
            params: { id: classic.stmid },
            query: {},
            headers,
            payload: {
              ...input,
              ...statusAsked(isLaunch, classic),
              ...(typeof version === 'number' ? { version } : {}),
            },
          })
    return { source, blocked: null, isLaunched: isLaunch }
  } catch (failure) {
    const kept = isBlocked(failure) ? classicIn(failure.current) : null
    if (!isBlocked(failure) || kept === null) throw failure
    return { source: kept, blocked: failure.message, isLaunched: false }
  }
}

/** Makes or changes a classic (manual) source: one supplier, its Supply Price and redirects (§2.21). */
export function ClassicForm({
  me,
  lists,
  survey,
  project,
  classic,
  paths,
  onStatus,
  onKept,
  focused,
}: ClassicFormProps) {
  const desk = useDesk()
  const [nowMs] = useState(() => Date.now())
  const [options] = useState(() => sourceOptions(lists, nowMs))
  const [fields] = useState(() => classicFields(lists, options))
  const [begun] = useState(() => (classic === null ? newClassic(survey) : storedClassic(classic)))
  const [templates] = useState(() => sourceTemplates(desk.api, 'classic'))
  const { isAsked: isLaunch, launch } = useLaunch()
  const context = { source: classic, isLucid: false, survey, project, seesSuppliers: true, paths }
  const form = useForm<SavedSource<ClassicSource>, ClassicFormSent>(
    {
      form: classic === null ? `source.create classic ${survey.pm_sy_ud}` : `source.edit ${classic.stmid}`,
      thing: 'source',
      schema: classicSchema,
      fields,
      stored: begun,
      version: classic?.version ?? null,
      toWire: wire => classicWire(wire, statusWanted(isLaunch.current, classic?.statusid ?? null)),
      warningsOf: values => formWarnings({ lists, survey, project, source: classic }, values, Date.now()),
      save: (wire, saving) =>
        saveClassic(
          desk.api,
          classicInput(wire),
          asksToLaunch(wire, classic?.statusid ?? null),
          { surveyId: survey.pm_sy_ud, classic },
          saving,
        ),
      readStored,
      ...(classic === null ? {} : { whoChanged: () => whoLastChanged(desk.api, 'source', classic.stmid) }),
      onSaved: saved =>
        afterSave(desk, saved, {
          isNew: classic === null,
          surveyId: survey.pm_sy_ud,
          paths: { table: paths.table, edit: paths.editClassic },
          notes: trafficNotes(context),
          undo:
            // another version between them is another user's
            classic === null || saved.isLaunched || saved.source.version !== classic.version + 1
              ? null
              : idempotencyKey =>
                  saveClassic(
                    desk.api,
                    classicInput(wireValues(fields, openValues(fields, begun), begun)),
                    false,
                    { surveyId: survey.pm_sy_ud, classic: saved.source },
                    { version: saved.source.version, idempotencyKey },
                  ),
          onKept,
        }),
      onCancelled: () => desk.history.push(paths.table),
    },
    me,
  )
  return (
    <SourcePage
      form={form}
      source={classic}
      type="Classic"
      facts={classic === null ? [] : [{ name: 'tst', value: classic.tst }]}
      zones={lists.zones}
      survey={survey}
      paths={paths}
      onLaunch={launch}
      onStatus={onStatus}
    >
      <LaunchPanel
        context={context}
        stored={classic}
        isKnown={everyQualification}
        lists={lists}
        nowMs={nowMs}
        focused={focused}
      />
      <BasicsSection lists={lists} options={options} survey={survey}>
        <div className={styles['wide']}>
          <TemplatesButton templates={templates} label="Source templates" />
        </div>
      </BasicsSection>
      <SupplierSection lists={lists} stored={classic} />
      <ControlSection />
      {/* last, as in the form of other sources */}
      {classic === null ? (
        <Feasibility survey={survey} project={project} zones={lists.zones} />
      ) : (
        <IfSaved source={classic} supplierIds={[]} zones={lists.zones} />
      )}
    </SourcePage>
  )
}

/** Its one supplier, the price, and its redirects: its own, or the supplier's. */
function SupplierSection({ lists, stored }: { readonly lists: SourceLists; readonly stored: ClassicSource | null }) {
  const desk = useDesk()
  const supplierId = useFormValue('pm_sup_ud')
  const names = namesById(lists.suppliers.map(({ pm_sup_ud: id, name }) => ({ id, name })))
  const { error } = useFormField('pm_sup_ud')
  const own = useQuery({
    ...desk.query('suppliers.redirects', { params: { id: Number(supplierId ?? 0) } }),
    enabled: typeof supplierId === 'number',
    staleTime: 0,
  })
  return (
    <FormSection title="Supplier" description="Redirects that are left empty here are the supplier’s own.">
      <FormSelect
        name="pm_sup_ud"
        options={withStored(
          lists.suppliers.map(({ pm_sup_ud: value, name }) => ({ value, label: names.get(value) ?? name })),
          stored?.pm_sup_ud,
          stored?.supplier,
        )}
        placeholder="Choose a supplier"
        {...(error === 'Supplier is not in the list'
          ? { description: 'Another user deleted this supplier: choose another one.' }
          : {})}
      />
      <FormNumber name="supplier_cpi" prefix="$" suffix="per complete" />
      {REDIRECT_TYPES.map(type => (
        <FormUrl
          key={type}
          isWide={false}
          name={redirectField(type)}
          placeholder={`https://…/${REDIRECT_LABELS[type].toLowerCase()}?id=[%RID%]`}
          description={ownRedirectNote(type, own)}
        />
      ))}
    </FormSection>
  )
}

/**
 * The redirect used while the field is empty. The note exists from the first render on: screen readers do not announce a later
 * one with its field.
 */
function ownRedirectNote(
  type: (typeof REDIRECT_TYPES)[number],
  { data, error }: Pick<UseQueryResult<readonly SupplierRedirect[]>, 'data' | 'error'>,
): string {
  if (data === undefined)
    return error === null ? 'Empty: the supplier’s own.' : `The supplier’s own did not load: ${failureMessage(error)}`
  const url = data.find(redirect => redirect.type === type)?.url
  return url === undefined
    ? 'The supplier has none of its own for this.'
    : `Empty: the supplier’s own, R-1024 is sent to ${exampleRedirect(type, url)}`
}
