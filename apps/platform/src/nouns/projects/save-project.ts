import { centsOf } from '@desk/schema/accounts/currency'
import type { Caller } from '@desk/api/authorization'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { projectForm, type ProjectChanges, type ProjectForm } from '@desk/schema/projects/project-form'
import { sellPriceWarnings } from '@desk/schema/surveys/survey-warnings'
import { may } from '@desk/schema/permissions/permissions'
import { invoicesByBusinessUnit } from '#identity/accounts/accounts.store'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, type Actor } from '#kernel/edits/edit'
import { faultsIn, refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { allowedOf } from '#statuses/status-row'
import { findStatus } from '#statuses/statuses.store'
import { unknownChoices } from '../lookups/known-choices.ts'
import { findProject, insertProject, lockProject, updateProject, type ProjectColumns } from './projects.store.ts'

/** One project with what its status menu allows (api:P2). */
export async function readDetail(
  tx: Tx,
  caller: Caller,
  projectId: number,
  at: Date,
): Promise<ProjectDetail | undefined> {
  const found = await findProject(tx, caller.accountId, projectId, may(caller.user, 'see the sell price'))
  const status = await findStatus(tx, caller.accountId, 'project', projectId)
  if (!found || !status) return undefined
  const { dearest: ofAll, ...project } = found
  const dearest = may(caller.user, 'see the supply side') ? ofAll : undefined
  return {
    ...project,
    ...(dearest === undefined ? {} : { dearest_source: dearest }),
    allowed: allowedOf('project', status, at),
    warnings: sellPriceWarnings({ sellPrice: project.pm_sy_client_cpi ?? null, dearest }),
  }
}

/** Makes a project, a draft (api:P4). */
export function createProject(tx: Tx, actor: Actor, form: ProjectForm): Promise<Outcome<ProjectDetail>> {
  const { accountId, user, at } = actor
  return make(tx, actor, {
    scope: 'project',
    lock: inAccount,
    judge: async () => refusedFor(await faultsOf(tx, actor, form)),
    write: () => insertProject(tx, accountId, columnsOf(form), { userId: user.uid, at }),
    facts: id => factsOf(tx, accountId, id),
    read: id => storedDetail(tx, actor, id),
  })
}

/** Changes a project (api:P3): the whole form, unless another user changed it since the editor saw it. */
export function editProject(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, ...form }: ProjectChanges,
): Promise<Outcome<ProjectDetail>> {
  const { accountId } = actor
  return edit(tx, actor, {
    scope: 'project',
    id,
    lock: () => lockProject(tx, accountId, id),
    judge: async ({ editVersion: _version, ...before }) =>
      refusedFor(await faultsOf(tx, actor, form, before)) ?? { before, after: columnsOf(form) },
    version: ({ editVersion }) => ({ seen: version, stored: editVersion }),
    write: after => updateProject(tx, accountId, id, after),
    facts: () => factsOf(tx, accountId, id),
    read: () => storedDetail(tx, actor, id),
  })
}

/** A project that was just stored. */
export const storedDetail = async (tx: Tx, actor: Actor, id: number): Promise<ProjectDetail> =>
  requireFound(await readDetail(tx, actor, id, actor.at), 'project')

/** The faults of a form by the account's rules and lists; its single fields are already checked. */
async function faultsOf(
  tx: Tx,
  { accountId }: Caller,
  form: ProjectForm,
  stored?: ProjectColumns,
): Promise<readonly Detail[]> {
  const usesBusinessUnits = await invoicesByBusinessUnit(tx, accountId)
  const details = faultsIn(projectForm({ usesBusinessUnits }), form)
  if (details.length > 0) return details
  const { consultant, business_unit_ud: unit = null, pm_cy_cs_id: country = null, languages_id: language = null } = form
  return unknownChoices(tx, accountId, [
    {
      field: 'consultant',
      label: 'Project Manager',
      list: 'consultant',
      id: consultant === NO_CONSULTANT_UID ? null : consultant,
      stored: stored?.consultantUserId,
    },
    {
      field: 'out_of_field_time_zone_code',
      label: 'Timezone',
      list: 'timeZone',
      id: form.out_of_field_time_zone_code,
      stored: stored?.outOfFieldZoneCode,
    },
    {
      field: 'business_unit_ud',
      label: 'Business Unit',
      list: 'businessUnit',
      id: unit,
      stored: stored?.businessUnitId,
    },
    { field: 'pm_cy_cs_id', label: 'Country', list: 'country', id: country, stored: stored?.countryId },
    { field: 'languages_id', label: 'Language', list: 'language', id: language, stored: stored?.languageId },
  ])
}

function columnsOf(form: ProjectForm): ProjectColumns {
  const url = form.survey_url?.trim() ?? ''
  return {
    name: form.pm_proj_name.trim(),
    number: form.pm_proj_rep_num.trim(),
    consultantUserId: form.consultant === NO_CONSULTANT_UID ? null : form.consultant,
    businessUnitId: form.business_unit_ud ?? null,
    outOfFieldAt: new Date(form.out_of_field_date),
    outOfFieldZoneCode: form.out_of_field_time_zone_code,
    target: form.respondents ?? 0,
    countryId: form.pm_cy_cs_id ?? null,
    languageId: form.languages_id ?? null,
    loiMinutes: form.est_loi ?? null,
    irPercent: form.qualifying_rate ?? null,
    surveyUrl: url === '' ? null : url,
    deviceTypes: form.device_compatibility?.toSorted((a, b) => a - b) ?? null,
    sellPriceCents: centsOf(form.pm_sy_client_cpi),
  }
}

/** The fields of a project's history, by their wire names. */
export async function factsOf(tx: Tx, accountId: number, id: number): Promise<HistoryFacts> {
  const project = requireFound(await findProject(tx, accountId, id, true), 'project')
  const {
    pm_proj_name,
    pm_proj_rep_num,
    out_of_field_date,
    out_of_field_time_zone_code,
    respondents,
    est_loi,
    qualifying_rate,
    survey_url,
    device_compatibility,
    pm_sy_client_cpi = null,
  } = project
  return {
    pm_proj_name,
    pm_proj_rep_num,
    consultant: project.consultant_name,
    business_unit_ud: project.business_unit_name,
    out_of_field_date,
    out_of_field_time_zone_code,
    respondents,
    pm_cy_cs_id: project.country_name,
    languages_id: project.language_name,
    est_loi,
    qualifying_rate,
    survey_url,
    device_compatibility,
    pm_sy_client_cpi,
  }
}
