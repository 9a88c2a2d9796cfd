import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import type { Tx } from '#kernel/db/tx'

/** A study to send respondents through; every field has a value that lets them in. */
export interface StudySpec {
  readonly accountId?: number
  readonly projectStatus?: number
  readonly surveyStatus?: number
  readonly surveyTarget?: number
  readonly surveyHoldPlaces?: 1 | 2 | 3
  readonly surveyUrl?: string | null
  readonly loiMinutes?: number
  readonly irPercent?: number
  /** ISO 3166 alpha-2. */
  readonly country?: string
  readonly devices?: readonly DeviceTypeId[]
  readonly autoPauseRules?: readonly string[]
  readonly hashRequired?: boolean
  readonly unsignedOverrule?: boolean
  readonly hashSecrets?: readonly string[]
  readonly sources?: readonly SourceSpec[]
  readonly defender?: readonly {
    rule: string
    mode?: 'refuse' | 'shadow' | 'off'
    threshold?: number | null
    windowHours?: number | null
  }[]
  /** How many suppliers each source has; one by default. */
  readonly suppliers?: number
}

export interface SourceSpec {
  readonly type?: 'diy' | 'classic' | 'lucid'
  readonly status?: number
  readonly target?: number
  readonly pacing?: number
  readonly holdPlaces?: 1 | 2 | 3
  readonly clickBalancing?: boolean
  readonly calculationType?: number
  readonly outOfFieldAt?: Date | null
  readonly liveSince?: Date | null
  readonly supplyPriceCents?: number | null
  readonly supplierPriceCents?: number | null
  readonly qualifications?: readonly object[]
  readonly quotas?: readonly { conditions: readonly object[]; target: number }[]
}

export interface Study {
  readonly accountId: number
  readonly projectId: number
  readonly surveyId: number
  readonly supplierId: number
  readonly supplierIds: readonly number[]
  readonly sourceIds: readonly number[]
  readonly sourceId: number
  readonly testToken: string
}

export const SUPPLIER = 'https://panel.example'
export const SURVEY_URL = 'https://survey.example/s?id=[%RDUD%]'
const SUPPLIER_REDIRECTS: Readonly<Record<string, string>> = {
  complete: `${SUPPLIER}/complete?pid=[%RID%]&o=[%OUTCOME%]`,
  termination: `${SUPPLIER}/term`,
  overquota: `${SUPPLIER}/oq`,
  quality: `${SUPPLIER}/quality`,
  security: `${SUPPLIER}/security`,
  default: `${SUPPLIER}/default`,
}

async function insert(
  tx: Tx,
  table: string,
  row: Readonly<Record<string, unknown>>,
  returning: string,
): Promise<number> {
  const names = Object.keys(row)
  const { rows } = await tx.client.query<Record<string, number>>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${returning}`,
    Object.values(row),
  )
  const id = rows[0]?.[returning]
  if (id === undefined) throw new Error(`Nothing was inserted into ${table}`)
  return id
}

async function countryId(tx: Tx, iso2: string): Promise<number | undefined> {
  const { rows } = await tx.client.query<{ id: number }>('select country_id as id from country where iso2 = $1', [iso2])
  return rows[0]?.id
}

/** Makes a live study of one supplier, with a source for each spec; in a system transaction. */
export async function makeStudy(tx: Tx, spec: StudySpec = {}): Promise<Study> {
  const accountId =
    spec.accountId ??
    (await insert(
      tx,
      'account',
      {
        name: 'Test',
        account_type: 'DESK',
        hash_required: spec.hashRequired ?? false,
        unsigned_overrule: spec.unsignedOverrule ?? false,
      },
      'account_id',
    ))
  for (const secret of spec.hashSecrets ?? [])
    await insert(tx, 'hash_key', { account_id: accountId, secret, valid_from: new Date(0) }, 'hash_key_id')
  const projectId = await insert(
    tx,
    'project',
    { account_id: accountId, name: 'Project', number: 'P-1', target: 1000, status: spec.projectStatus ?? 1 },
    'project_id',
  )
  const surveyId = await insert(
    tx,
    'survey',
    {
      account_id: accountId,
      project_id: projectId,
      name: 'Survey',
      target: spec.surveyTarget ?? 100_000,
      hold_places: spec.surveyHoldPlaces ?? 1,
      loi_minutes: spec.loiMinutes ?? 10,
      ir_percent: spec.irPercent ?? 50,
      sell_price_cents: 500,
      country_id: spec.country === undefined ? null : await countryId(tx, spec.country),
      survey_url: spec.surveyUrl === undefined ? SURVEY_URL : spec.surveyUrl,
      status: spec.surveyStatus ?? 1,
      ...(spec.devices ? { device_types: spec.devices } : {}),
      ...(spec.autoPauseRules ? { auto_pause_rules: spec.autoPauseRules } : {}),
    },
    'survey_id',
  )
  for (const { rule, mode = 'refuse', threshold = null, windowHours = null } of spec.defender ?? []) {
    await insert(
      tx,
      'defender_rule',
      { account_id: accountId, survey_id: surveyId, rule, mode, threshold, window_hours: windowHours },
      'survey_id',
    )
  }
  const supplierId = await insert(
    tx,
    'supplier',
    { account_id: accountId, name: 'Panel', supplier_cpi_cents: 111 },
    'supplier_id',
  )
  for (const [type, url] of Object.entries(SUPPLIER_REDIRECTS))
    await insert(tx, 'supplier_redirect', { account_id: accountId, supplier_id: supplierId, type, url }, 'supplier_id')
  const supplierIds = [supplierId]
  while (supplierIds.length < (spec.suppliers ?? 1))
    supplierIds.push(
      await insert(
        tx,
        'supplier',
        { account_id: accountId, name: `Panel ${supplierIds.length + 1}`, supplier_cpi_cents: 99 },
        'supplier_id',
      ),
    )
  const sourceIds: number[] = []
  for (const source of spec.sources ?? [{}])
    sourceIds.push(await makeSource(tx, { accountId, projectId, surveyId, supplierIds }, source))
  const [sourceId] = sourceIds
  if (sourceId === undefined) throw new Error('A study has a source')
  return { accountId, projectId, surveyId, supplierId, supplierIds, sourceIds, sourceId, testToken: 'test-token' }
}

async function makeSource(
  tx: Tx,
  study: { accountId: number; projectId: number; surveyId: number; supplierIds: readonly number[] },
  spec: SourceSpec,
): Promise<number> {
  const { accountId, projectId, surveyId, supplierIds } = study
  const sourceId = await insert(
    tx,
    'source',
    {
      account_id: accountId,
      survey_id: surveyId,
      project_id: projectId,
      name: 'Source',
      type: spec.type ?? 'diy',
      target: spec.target ?? 100_000,
      supply_price_cents: spec.supplyPriceCents === undefined ? 250 : spec.supplyPriceCents,
      calculation_type: spec.calculationType ?? 1,
      click_balancing: spec.clickBalancing ?? false,
      pacing: spec.pacing ?? 1,
      hold_places: spec.holdPlaces ?? 1,
      out_of_field_at: spec.outOfFieldAt ?? null,
      live_since: spec.liveSince ?? null,
      test_token: 'test-token',
      status: spec.status ?? 1,
    },
    'source_id',
  )
  for (const supplierId of supplierIds)
    await insert(
      tx,
      'source_supplier',
      {
        account_id: accountId,
        source_id: sourceId,
        supplier_id: supplierId,
        supply_price_cents: spec.supplierPriceCents ?? null,
      },
      'source_id',
    )
  for (const [at, condition] of (spec.qualifications ?? []).entries()) {
    await insert(
      tx,
      'source_qualification',
      {
        account_id: accountId,
        source_id: sourceId,
        qualification_no: at + 1,
        name: `q${at + 1}`,
        condition: JSON.stringify(condition),
      },
      'source_id',
    )
  }
  for (const [at, { conditions, target }] of (spec.quotas ?? []).entries()) {
    await insert(
      tx,
      'source_quota',
      {
        account_id: accountId,
        source_id: sourceId,
        quota_no: at + 1,
        name: `quota${at + 1}`,
        conditions: JSON.stringify(conditions),
        target,
      },
      'source_id',
    )
  }
  return sourceId
}
