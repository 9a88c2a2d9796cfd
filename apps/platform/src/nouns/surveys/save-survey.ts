import { centsOf } from '@desk/schema/accounts/currency'
import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import { BLOCK_REASONS } from '@desk/schema/statuses/block-reasons'
import type { Caller } from '@desk/api/authorization'
import { liveBlocks } from '@desk/machines/status/judge'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { surveyWarnings } from '@desk/schema/surveys/survey-warnings'
import { surveyForm, type NewSurvey, type SurveyChanges, type SurveyForm } from '@desk/schema/surveys/survey-form'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { may } from '@desk/schema/permissions/permissions'
import type { Schema } from 'effect'
import { pricesClients } from '#identity/accounts/accounts.store'
import { whoSetsSupplySide } from '#identity/accounts/supply-side'
import type { Tx } from '#kernel/db/tx'
import { edit, make, type Actor } from '#kernel/edits/edit'
import { faultsIn, refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { allowedOf, statusFacts } from '#statuses/status-row'
import { findStatus } from '#statuses/statuses.store'
import { unknownChoices } from '../lookups/known-choices.ts'
import { holdTable, tellBatches } from '../sources/table-moved.ts'
import { hasStudy } from '../studies/studies.store.ts'
import { copySources } from './copy-sources.ts'
import { moveSources } from './move-sources.ts'
import {
  copySettings,
  findSurvey,
  insertSurvey,
  lockProjectForSurvey,
  lockSurvey,
  updateSurvey,
  type SurveyColumns,
} from './surveys.store.ts'
import { sql } from 'kysely'

const FEED_KIND_FIGURES = 1

/**
 * Notifies the batches of respondents and every open table of a changed, locked survey: counts its version up, and writes a feed
 * row for it only, since its sources' rows are unchanged. See sources/table-moved.ts, whose lock comes before.
 */
async function tellSurvey(tx: Tx, accountId: number, surveyId: number): Promise<void> {
  await tellBatches(tx, accountId, surveyId)
  await sql`
    insert into change_feed (account_id, kind, project_id, survey_id)
    select account_id, ${sql.lit(FEED_KIND_FIGURES)}, project_id, survey_id from survey where account_id = ${accountId} and survey_id = ${surveyId}`.execute(
    tx,
  )
  await sql`select pg_notify('desk_changes', '')`.execute(tx)
}

/** One survey with what its status menu allows (api:S1). */
export async function readDetail(
  tx: Tx,
  caller: Caller,
  surveyId: number,
  at: Date,
): Promise<SurveyDetail | undefined> {
  const seesSellPrice = may(caller.user, 'see the sell price')
  const found = await findSurvey(tx, caller.accountId, surveyId, seesSellPrice)
  const status = await findStatus(tx, caller.accountId, 'survey', surveyId)
  if (!found || !status) return undefined
  const ask = await whoSetsSupplySide(tx, caller)
  const { dearest: ofAll, projectPrice, ...survey } = found
  const dearest = may(caller.user, 'see the supply side') ? ofAll : undefined
  return {
    ...survey,
    ...(dearest === undefined ? {} : { dearest_source: dearest }),
    allowed: allowedOf('survey', status, at),
    live_blocks: liveBlocks(statusFacts('survey', status, at)),
    warnings: surveyWarnings({
      isLive: survey.statusid === STATUS_CODES.live,
      target: survey.respondents,
      completes: survey.completes,
      endMs: survey.out_of_field_date === null ? null : Date.parse(survey.out_of_field_date),
      lastSource: survey.last_source,
      sellPrice: seesSellPrice ? (survey.pm_sy_client_cpi ?? projectPrice) : null,
      dearest,
    }),
    ...(ask === undefined ? {} : { ask_supply_side: ask }),
  }
}

/**
 * Creates a draft survey in a project that has not ended (api:S3); a duplicate also gets its original's limits, Defender rules
 * and sources.
 */
export function createSurvey(
  tx: Tx,
  actor: Actor,
  { pm_proj_ud: projectId, duplicate_of: originalId, ...form }: NewSurvey,
): Promise<Outcome<SurveyDetail, Schema.Json>> {
  const { accountId, user, at } = actor
  return make<SurveyProject, SurveyDetail, Schema.Json>(tx, actor, {
    scope: 'survey',
    async lock() {
      const project = await lockProjectForSurvey(tx, accountId, projectId)
      const hasOriginal = originalId === undefined || (await hasStudy(tx, accountId, 'survey', originalId))
      return hasOriginal ? project : undefined
    },
    judge: async project =>
      project.isTerminal ? refuseEndedProject(projectId, project) : refusedFor(await faultsOf(tx, actor, form)),
    async write() {
      const id = await insertSurvey(tx, accountId, projectId, columnsOf(form), { userId: user.uid, at })
      if (originalId !== undefined) await copySettings(tx, accountId, originalId, id)
      return id
    },
    facts: id => factsOf(tx, accountId, id),
    async parts(id) {
      if (originalId !== undefined) await copySources(tx, actor, originalId, { surveyId: id, projectId })
      return undefined
    },
    read: id => storedDetail(tx, actor, id),
  })
}

type SurveyProject = NonNullable<Awaited<ReturnType<typeof lockProjectForSurvey>>>

const refuseEndedProject = (projectId: number, { status }: SurveyProject): Refusal<Schema.Json> => ({
  kind: 'refused',
  reason: 'parent_terminal',
  message: BLOCK_REASONS.parent_terminal,
  current: { pm_proj_ud: projectId, statusid: status },
})

/** Changes a survey (api:S2): the whole form, and the dates of sources that move with it, unless the editor's version is stale. */
export function editSurvey(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, move_sources: moved, ...form }: SurveyChanges,
): Promise<Outcome<SurveyDetail>> {
  const { accountId } = actor
  return edit(tx, actor, {
    scope: 'survey',
    id,
    lock: async () => ((await holdTable(tx, accountId, id)) ? lockSurvey(tx, accountId, id) : undefined),
    judge: async ({ editVersion: _version, ...before }) =>
      refusedFor(await faultsOf(tx, actor, form, before)) ?? { before, after: columnsOf(form, before.holdPlaces) },
    version: ({ editVersion }) => ({ seen: version, stored: editVersion }),
    async write(after) {
      await updateSurvey(tx, accountId, id, after)
      if (moved !== undefined && moved.days !== 0) await moveSources(tx, actor, id, moved)
    },
    facts: () => factsOf(tx, accountId, id),
    tell: async (before, after) => (before.target === after.target ? undefined : tellSurvey(tx, accountId, id)),
    read: () => storedDetail(tx, actor, id),
  })
}

const storedDetail = async (tx: Tx, actor: Actor, id: number): Promise<SurveyDetail> =>
  requireFound(await readDetail(tx, actor, id, actor.at), 'survey')

/** The faults of a form by the flag, the account's rules and lists; its single fields are already checked. */
async function faultsOf(
  tx: Tx,
  { accountId }: Caller,
  form: SurveyForm,
  stored?: SurveyColumns,
): Promise<readonly Detail[]> {
  const pricesClient = await pricesClients(tx, accountId)
  const details = faultsIn(surveyForm({ needsUrl: form.survey_url_flg ?? true, pricesClient }), form)
  if (details.length > 0) return details
  return unknownChoices(tx, accountId, [
    { field: 'pm_cy_cs_id', label: 'Country', list: 'country', id: form.pm_cy_cs_id, stored: stored?.countryId },
    { field: 'languages_id', label: 'Language', list: 'language', id: form.languages_id, stored: stored?.languageId },
    {
      field: 'out_of_field_time_zone_code',
      label: 'Timezone',
      list: 'timeZone',
      id: form.out_of_field_time_zone_code,
      stored: stored?.outOfFieldZoneCode,
    },
  ])
}

/** @param holdPlaces what stays if the form names none */
function columnsOf(form: SurveyForm, holdPlaces: number = HOLD_PLACES.none.code): SurveyColumns {
  const url = form.survey_url?.trim() ?? ''
  return {
    name: form.pm_sy_name.trim(),
    target: form.respondents,
    countryId: form.pm_cy_cs_id,
    languageId: form.languages_id,
    deviceTypes: form.device_compatibility.toSorted((a, b) => a - b),
    loiMinutes: form.est_loi,
    irPercent: form.qualifying_rate,
    sellPriceCents: centsOf(form.pm_sy_client_cpi),
    surveyUrl: url === '' ? null : url,
    surveyUrlRequired: form.survey_url_flg ?? true,
    holdPlaces: form.hold_places ?? holdPlaces,
    outOfFieldAt: new Date(form.out_of_field_date),
    outOfFieldZoneCode: form.out_of_field_time_zone_code,
  }
}

/** The fields of a survey's history, by their wire names. */
export async function factsOf(tx: Tx, accountId: number, id: number): Promise<HistoryFacts> {
  const survey = requireFound(await findSurvey(tx, accountId, id, true), 'survey')
  const {
    pm_sy_name,
    respondents,
    device_compatibility,
    survey_url_flg,
    hold_places,
    survey_url,
    pm_sy_client_cpi = null,
    est_loi,
    qualifying_rate,
    out_of_field_date,
    out_of_field_time_zone_code,
  } = survey
  return {
    pm_sy_name,
    respondents,
    pm_cy_cs_id: survey.country_name,
    languages_id: survey.language_name,
    device_compatibility,
    survey_url_flg,
    hold_places: hold_places === HOLD_PLACES.none.code ? null : hold_places,
    survey_url,
    pm_sy_client_cpi,
    est_loi,
    qualifying_rate,
    out_of_field_date,
    out_of_field_time_zone_code,
  }
}
