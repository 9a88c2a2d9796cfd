import { NO_HOLD_OUT, type HoldOut } from '@desk/schema/defender/hold-out'
import { NO_RULES } from '@desk/schema/defender/levels'
import { DEFENDER_CATALOGUE, inCatalogueOrder, type RuleSetting } from '@desk/schema/defender/rules'
import type { AccountDefender, ProjectDefender, SurveyDefender } from '@desk/schema/defender/settings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { listVersions, SETTING_SCOPES } from './versions.store.ts'

interface StoredSettings {
  readonly rules: readonly RuleSetting[]
  readonly before: readonly RuleSetting[] | null
  readonly version: number
}

/** The account's default; rules that were added since it was saved are off (docs/decisions/0058). */
export async function findAccountDefender(tx: Tx, accountId: number): Promise<AccountDefender> {
  const { rows } = await sql<StoredSettings & { readonly hold_out: HoldOut }>`
    select rules, before, version, json_build_object('percent', hold_out_percent, 'is_billable', hold_out_billable) as hold_out
    from account_defender where account_id = ${accountId}`.execute(tx)
  const { rules = [], before = null, version = 0, hold_out = NO_HOLD_OUT } = rows[0] ?? {}
  const versions = await listVersions(tx, accountId, SETTING_SCOPES.account, accountId)
  return {
    pm_dsh_ud: accountId,
    version,
    rules: everyRule(rules),
    before: before && everyRule(before),
    versions: versions.map(kept => ({ ...kept, rules: everyRule(kept.rules) })),
    hold_out,
  }
}

/** Every rule of the catalogue: one that is not among the settings is off. */
export function everyRule(settings: readonly RuleSetting[]): RuleSetting[] {
  return NO_RULES.map(off => settings.find(({ rule }) => rule === off.rule) ?? off)
}

/** Locks the account's default until the transaction ends. */
export async function holdAccountDefender(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account defender', ${accountId}))`.execute(tx)
}

/** Stores the account's default, and what it was until now. */
export async function storeAccountDefender(
  tx: Tx,
  accountId: number,
  rules: readonly RuleSetting[],
  before: readonly RuleSetting[],
  { percent, is_billable: isBillable }: HoldOut,
): Promise<void> {
  await sql`
    insert into account_defender as d (account_id, rules, before, version, hold_out_percent, hold_out_billable)
    values (${accountId}, ${JSON.stringify(rules)}, ${JSON.stringify(before)}, 1, ${percent}, ${isBillable})
    on conflict (account_id) do update set (rules, before, version, hold_out_percent, hold_out_billable)
      = (excluded.rules, excluded.before, d.version + 1, excluded.hold_out_percent, excluded.hold_out_billable)`.execute(
    tx,
  )
}

/** A project's own settings (api:P15). */
export async function findProjectDefender(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<ProjectDefender | undefined> {
  const { rows } = await sql<StoredSettings & { readonly hold_out: HoldOut | null }>`
    select coalesce(d.rules, '[]') as rules, d.before, coalesce(d.version, 0) as version,
      case when d.hold_out_percent is not null then json_build_object('percent', d.hold_out_percent, 'is_billable', coalesce(d.hold_out_billable, false)) end as hold_out
    from project p left join project_defender d on d.account_id = p.account_id and d.project_id = p.project_id
    where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const versions = await listVersions(tx, accountId, SETTING_SCOPES.project, projectId)
  return { pm_proj_ud: projectId, ...row, rules: inCatalogueOrder(row.rules), versions }
}

/** Locks a project, so that edits of its settings run one after the other. */
export async function holdProject(tx: Tx, accountId: number, projectId: number): Promise<void> {
  await sql`select from project where account_id = ${accountId} and project_id = ${projectId} for no key update`.execute(
    tx,
  )
}

/** Stores what a project sets itself, and what it was until now. */
export async function storeProjectDefender(
  tx: Tx,
  accountId: number,
  projectId: number,
  rules: readonly RuleSetting[],
  before: readonly RuleSetting[],
  holdOut: HoldOut | null,
): Promise<void> {
  await sql`
    insert into project_defender as d (account_id, project_id, rules, before, version, hold_out_percent, hold_out_billable)
    values (${accountId}, ${projectId}, ${JSON.stringify(rules)}, ${JSON.stringify(before)}, 1, ${holdOut?.percent ?? null}, ${holdOut?.is_billable ?? null})
    on conflict (account_id, project_id) do update set (rules, before, version, hold_out_percent, hold_out_billable)
      = (excluded.rules, excluded.before, d.version + 1, excluded.hold_out_percent, excluded.hold_out_billable)`.execute(
    tx,
  )
}

/** The numbers by which the door judges a rule of a survey that was stored without any. */
function withNumbers(setting: RuleSetting): RuleSetting {
  const { threshold, window } = DEFENDER_CATALOGUE[setting.rule]
  return {
    ...setting,
    threshold: threshold === null ? null : (setting.threshold ?? FALLBACKS[setting.rule] ?? threshold.min),
    window_hours: window === null ? null : (setting.window_hours ?? 24),
  }
}
const FALLBACKS: Readonly<Partial<Record<RuleSetting['rule'], number>>> = { ghost: 10, speeder: 3 }

/** A survey's own settings (§2.44): also copied ones, before any user saved them. */
export async function findSurveyDefender(
  tx: Tx,
  accountId: number,
  surveyId: number,
): Promise<SurveyDefender | undefined> {
  const { rows } = await sql<StoredSettings>`
    select coalesce((select json_agg(json_build_object('rule', r.rule, 'mode', r.mode, 'threshold', r.threshold, 'window_hours', r.window_hours))
        from defender_rule r where r.account_id = y.account_id and r.survey_id = y.survey_id), '[]') as rules, d.before, coalesce(d.version, 0) as version
    from survey y left join survey_defender d on d.account_id = y.account_id and d.survey_id = y.survey_id
    where y.account_id = ${accountId} and y.survey_id = ${surveyId}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const versions = await listVersions(tx, accountId, SETTING_SCOPES.survey, surveyId)
  return { pm_sy_ud: surveyId, ...row, rules: inCatalogueOrder(row.rules).map(withNumbers), versions }
}

/** Locks a survey, so that edits of its settings run one after the other. */
export async function holdSurvey(tx: Tx, accountId: number, surveyId: number): Promise<void> {
  await sql`select from survey where account_id = ${accountId} and survey_id = ${surveyId} for no key update`.execute(
    tx,
  )
}

/** Stores what a survey sets itself, and what it was until now. */
export async function storeSurveyDefender(
  tx: Tx,
  accountId: number,
  surveyId: number,
  rules: readonly RuleSetting[],
  before: readonly RuleSetting[],
): Promise<void> {
  await sql`delete from defender_rule where account_id = ${accountId} and survey_id = ${surveyId}`.execute(tx)
  await sql`
    insert into defender_rule (account_id, survey_id, rule, mode, threshold, window_hours)
    select ${accountId}, ${surveyId}, rule, mode, threshold, window_hours
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r(rule text, mode text, threshold int, window_hours int)`.execute(
    tx,
  )
  await sql`
    insert into survey_defender as d (account_id, survey_id, before, version) values (${accountId}, ${surveyId}, ${JSON.stringify(before)}, 1)
    on conflict (account_id, survey_id) do update set (before, version) = (excluded.before, d.version + 1)`.execute(tx)
}
