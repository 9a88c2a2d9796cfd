import { STATUS_CODES, type StatusName } from '@desk/schema/statuses/status'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { DEMO_SUPPLIERS, type PlannedProject, type PlannedSource, type PlannedSurvey } from './demo-plan.ts'

/** A written source with what its past respondents need. */
export interface WrittenSource {
  readonly accountId: number
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
  readonly supplierIds: readonly number[]
  readonly loiMinutes: number
  readonly plan: PlannedSource
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Writes suppliers, projects, surveys and sources of the plan, as of `now`; gives every source.
 * @param known suppliers that are there, by account, in the order of the plan
 */
export async function writeStudies(
  tx: Tx,
  projects: readonly PlannedProject[],
  now: Date,
  known: ReadonlyMap<number, readonly number[]> = new Map(),
): Promise<readonly WrittenSource[]> {
  const suppliers = new Map(known)
  const written: WrittenSource[] = []
  for (const project of projects) {
    const supplierIds = suppliers.get(project.accountId) ?? (await writeSuppliers(tx, project.accountId))
    suppliers.set(project.accountId, supplierIds)
    const outOfFieldAt = new Date(now.getTime() + project.outOfFieldInDays * DAY_MS)
    const projectId = await writeProject(tx, project, outOfFieldAt, now)
    for (const survey of project.surveys) {
      const surveyId = await writeSurvey(tx, project, projectId, survey, outOfFieldAt, now)
      for (const plan of survey.sources) {
        const ofSource = plan.supplierNos.flatMap(no => supplierIds[no] ?? [])
        const sourceId = await writeSource(tx, project, projectId, surveyId, survey, plan, ofSource, outOfFieldAt, now)
        written.push({
          accountId: project.accountId,
          sourceId,
          surveyId,
          projectId,
          supplierIds: ofSource,
          loiMinutes: survey.loiMinutes,
          plan,
        })
      }
    }
  }
  return written
}

async function writeSuppliers(tx: Tx, accountId: number): Promise<readonly number[]> {
  const ids: number[] = []
  for (const supplier of DEMO_SUPPLIERS) {
    const { rows } = await sql<{ id: number }>`
      insert into supplier (account_id, name, type_code, recruitment_type, supplier_cpi_cents)
      values (${accountId}, ${supplier.name}, ${supplier.typeCode}, ${supplier.recruitmentType}, ${supplier.priceCents}) returning supplier_id as id`.execute(
      tx,
    )
    const id = idOf(rows)
    const host = `https://${supplier.name.toLowerCase().replace(/[^a-z]+/g, '-')}.example/r`
    await sql`
      insert into supplier_redirect (account_id, supplier_id, type, url) values
        (${accountId}, ${id}, 'complete', ${`${host}/complete?id=[%RID%]`}),
        (${accountId}, ${id}, 'termination', ${`${host}/term?id=[%RID%]`}),
        (${accountId}, ${id}, 'overquota', ${`${host}/full?id=[%RID%]`}),
        (${accountId}, ${id}, 'default', ${`${host}/end?id=[%RID%]&why=[%OUTCOME%]`})`.execute(tx)
    ids.push(id)
  }
  return ids
}

async function writeProject(tx: Tx, project: PlannedProject, outOfFieldAt: Date, now: Date): Promise<number> {
  const first = project.surveys[0]
  const { rows } = await sql<{ id: number }>`
    insert into project (account_id, name, number, consultant_user_id, business_unit_id, target, country_id, language_id, loi_minutes, ir_percent, sell_price_cents,
                         out_of_field_at, out_of_field_zone_code, status, status_changed_at, status_changed_by, created_at)
    values (${project.accountId}, ${project.name}, ${project.number}, ${project.consultantUserId}, ${project.businessUnitId},
            ${project.surveys.reduce((sum, survey) => sum + survey.target, 0)},
            (select country_id from country where iso2 = ${first?.iso2 ?? 'US'}), (select language_id from language where iso = ${first?.language ?? 'en'}),
            ${first?.loiMinutes ?? 10}, ${first?.irPercent ?? 50}, ${first?.sellPriceCents ?? 500}, ${outOfFieldAt}, ${project.zoneCode},
            ${STATUS_CODES[project.status]}, ${changedAt(project.status, now)}, ${project.consultantUserId}, ${new Date(now.getTime() - 20 * DAY_MS)})
    returning project_id as id`.execute(tx)
  const id = idOf(rows)
  await writeHistory(tx, project.accountId, 'project', id, project.status, null, project.consultantUserId, now)
  return id
}

async function writeSurvey(
  tx: Tx,
  project: PlannedProject,
  projectId: number,
  survey: PlannedSurvey,
  outOfFieldAt: Date,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into survey (account_id, project_id, name, target, country_id, language_id, loi_minutes, ir_percent, sell_price_cents, survey_url, out_of_field_at, out_of_field_zone_code,
                        status, status_changed_at, status_changed_by, created_at)
    values (${project.accountId}, ${projectId}, ${survey.name}, ${survey.target}, (select country_id from country where iso2 = ${survey.iso2}),
            (select language_id from language where iso = ${survey.language}), ${survey.loiMinutes}, ${survey.irPercent}, ${survey.sellPriceCents},
            'https://survey.example/s?id=[%RDUD%]', ${outOfFieldAt}, ${project.zoneCode},
            ${STATUS_CODES[survey.status]}, ${changedAt(survey.status, now)}, ${project.consultantUserId}, ${new Date(now.getTime() - 19 * DAY_MS)})
    returning survey_id as id`.execute(tx)
  const id = idOf(rows)
  await writeHistory(tx, project.accountId, 'survey', id, survey.status, null, project.consultantUserId, now)
  return id
}

async function writeSource(
  tx: Tx,
  { accountId, consultantUserId }: PlannedProject,
  projectId: number,
  surveyId: number,
  survey: PlannedSurvey,
  plan: PlannedSource,
  supplierIds: readonly number[],
  outOfFieldAt: Date,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into source (account_id, survey_id, project_id, name, type, target, supply_price_cents, calculation_type, click_balancing, pacing, country_id, out_of_field_at,
                        test_token, status, status_reason, status_changed_at, status_changed_by, live_since, created_at)
    values (${accountId}, ${surveyId}, ${projectId}, ${plan.name}, ${plan.type}, ${plan.target}, ${plan.type === 'lucid' ? null : plan.supplyPriceCents}, 1, ${plan.clickBalancing}, ${plan.pacing},
            (select country_id from country where iso2 = ${survey.iso2}), ${outOfFieldAt}, ${randomBytes(16).toString('hex')},
            ${STATUS_CODES[plan.status]}, ${plan.reason}, ${changedAt(plan.status, now)}, ${plan.reason === null ? consultantUserId : null}, ${plan.status === 'draft' ? null : new Date(now.getTime() - 14 * DAY_MS)}, ${new Date(now.getTime() - 18 * DAY_MS)})
    returning source_id as id`.execute(tx)
  const id = idOf(rows)
  let left = 100
  for (const [no, supplierId] of supplierIds.entries()) {
    const share = no === supplierIds.length - 1 ? left : 60
    left -= share
    await sql`
      insert into source_supplier (account_id, source_id, supplier_id, allocation_percent)
      values (${accountId}, ${id}, ${supplierId}, ${share})`.execute(tx)
  }
  await writeHistory(
    tx,
    accountId,
    'source',
    id,
    plan.status,
    plan.reason,
    plan.reason === null ? consultantUserId : null,
    now,
  )
  return id
}

function changedAt(status: StatusName, now: Date): Date {
  return new Date(now.getTime() - (status === 'live' ? 14 : status === 'draft' ? 18 : 1.5) * DAY_MS)
}

/** The launch, and the change to what it is now, as they would have been recorded. */
async function writeHistory(
  tx: Tx,
  accountId: number,
  scope: 'project' | 'survey' | 'source',
  id: number,
  status: StatusName,
  reason: string | null,
  userId: number | null,
  now: Date,
): Promise<void> {
  if (status === 'draft') return
  const steps: (readonly [from: StatusName, to: StatusName])[] =
    status === 'live'
      ? [['draft', 'live']]
      : status === 'cancelled'
        ? [['draft', 'cancelled']]
        : [
            ['draft', 'live'],
            ['live', status],
          ]
  for (const [no, [from, to]] of steps.entries()) {
    await sql`
      insert into status_event (account_id, scope, scope_id, from_status, to_status, reason, user_id, version, at)
      values (${accountId}, ${scope}, ${id}, ${STATUS_CODES[from]}, ${STATUS_CODES[to]}, ${to === status ? reason : null}, ${to === 'autoPaused' ? null : userId}, ${no + 2},
              ${to === status ? changedAt(status, now) : new Date(now.getTime() - 14 * DAY_MS)})`.execute(tx)
  }
  await sql
    .raw(`update ${scope} set version = ${steps.length + 1} where account_id = ${accountId} and ${scope}_id = ${id}`)
    .execute(tx)
}

function idOf(rows: readonly { readonly id: number }[]): number {
  const row = rows[0]
  if (!row) throw new Error('The insert gave no id.')
  return row.id
}
