import type { Caller } from '@desk/api/authorization'
import { OUT_OF_FIELD_YEAR_MAX } from '@desk/schema/forms/out-of-field'
import { may } from '@desk/schema/permissions/permissions'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { WAVE_SHIFT_DAYS_MAX, WAVE_SOURCES_MAX, type WaveForm, type WavePreview } from '@desk/schema/projects/wave'
import type { Tx } from '#kernel/db/tx'
import { make, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import type { Detail } from '#kernel/http/refusal'
import { dateShift } from '../studies/date-shift.ts'
import { copySurvey } from '../surveys/copy-survey.ts'
import { findProject, insertProject, lockProject } from './projects.store.ts'
import { factsOf, storedDetail } from './save-project.ts'
import { findWaveShift, listWaveSurveys, type StoredWaveSurvey } from './wave.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The contents of a new wave of a project, before it is made. */
export async function previewWave(tx: Tx, caller: Caller, projectId: number): Promise<WavePreview | undefined> {
  const project = await findProject(tx, caller.accountId, projectId, false)
  if (!project) return undefined
  const surveys = await listWaveSurveys(tx, caller.accountId, projectId)
  const seesSuppliers = may(caller.user, 'see the supply side')
  return {
    pm_proj_ud: projectId,
    pm_proj_name: project.pm_proj_name,
    pm_proj_rep_num: project.pm_proj_rep_num,
    out_of_field_date: project.out_of_field_date,
    shift_days: Math.min(await findWaveShift(tx, caller.accountId, projectId), WAVE_SHIFT_DAYS_MAX),
    surveys: surveys.map(({ lastEndAt: _end, deleted_suppliers, ...survey }) => ({
      ...survey,
      ...(seesSuppliers ? { deleted_suppliers } : {}),
    })),
  }
}

/**
 * Makes a new wave of a project in the open transaction: a draft with its surveys and their sources, whatever the project's status.
 * All of it is stored, or nothing (docs/decisions/0098).
 */
export function makeWave(
  tx: Tx,
  actor: Actor,
  originalId: number,
  { pm_proj_name: name, pm_proj_rep_num: number, shift_days: days, pm_sy_uds: chosen }: WaveForm,
): Promise<Outcome<ProjectDetail>> {
  const { accountId, user, at } = actor
  const shift = dateShift(tx, days)
  return make(tx, actor, {
    scope: 'project',
    async lock() {
      const original = await lockProject(tx, accountId, originalId)
      if (!original) return undefined
      const all = await listWaveSurveys(tx, accountId, originalId)
      const surveys = chosen === undefined ? all : all.filter(({ pm_sy_ud: id }) => chosen.includes(id))
      return { original, surveys, unknown: chosen === undefined ? 0 : new Set(chosen).size - surveys.length }
    },
    judge: ({ original, surveys, unknown }) =>
      refusedFor([...surveyFaults(surveys, unknown), ...dateFaults([original.outOfFieldAt, ...endsOf(surveys)], days)]),
    async write({ original: { editVersion: _version, ...columns } }) {
      const outOfFieldAt = await shift(columns.outOfFieldAt, columns.outOfFieldZoneCode)
      const wave = { ...columns, name: name.trim(), number: number.trim(), outOfFieldAt }
      return insertProject(tx, accountId, wave, { userId: user.uid, at })
    },
    facts: async id => ({ ...(await factsOf(tx, accountId, id)), wave_of: originalId }),
    async parts(projectId, { surveys }) {
      for (const { pm_sy_ud: id } of surveys) await copySurvey(tx, actor, id, { projectId, shift })
      return undefined
    },
    read: id => storedDetail(tx, actor, id),
  })
}

const endsOf = (surveys: readonly StoredWaveSurvey[]) => surveys.map(({ lastEndAt }) => lastEndAt)

function surveyFaults(surveys: readonly StoredWaveSurvey[], unknown: number): readonly Detail[] {
  const fault = (message: string) => [{ path: ['pm_sy_uds'], message }]
  if (unknown > 0) return fault('This survey is not of the project')
  if (surveys.length === 0) return fault('This project has no surveys to copy')
  return surveys.reduce((sum, { sources }) => sum + sources, 0) > WAVE_SOURCES_MAX
    ? fault(`A wave has at most ${WAVE_SOURCES_MAX} sources: choose fewer surveys`)
    : []
}

/** Forms take no later year, so the copy could not be saved again. */
function dateFaults(ends: readonly (Date | null)[], days: number): readonly Detail[] {
  const last = Math.max(...ends.map(end => end?.getTime() ?? 0)) + days * DAY_MS
  return new Date(last).getUTCFullYear() > OUT_OF_FIELD_YEAR_MAX
    ? [{ path: ['shift_days'], message: `A date would be later than ${OUT_OF_FIELD_YEAR_MAX}` }]
    : []
}
