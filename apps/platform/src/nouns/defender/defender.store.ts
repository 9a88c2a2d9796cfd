import { NO_RULES } from '@desk/schema/defender/levels'
import { inCatalogueOrder, type RuleSetting } from '@desk/schema/defender/rules'
import type { AccountDefender, ProjectDefender } from '@desk/schema/defender/settings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

interface StoredSettings {
  readonly rules: readonly RuleSetting[]
  readonly before: readonly RuleSetting[] | null
  readonly version: number
}

/** The account's default; rules that were added since it was saved are off (docs/decisions/0058). */
export async function findAccountDefender(tx: Tx, accountId: number): Promise<AccountDefender> {
  const { rows } = await sql<StoredSettings>`
    select rules, before, version from account_defender where account_id = ${accountId}`.execute(tx)
  const { rules = [], before = null, version = 0 } = rows[0] ?? {}
  return { pm_dsh_ud: accountId, version, rules: everyRule(rules), before: before && everyRule(before) }
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
): Promise<void> {
  await sql`
    insert into account_defender as d (account_id, rules, before, version) values (${accountId}, ${JSON.stringify(rules)}, ${JSON.stringify(before)}, 1)
    on conflict (account_id) do update set (rules, before, version) = (excluded.rules, excluded.before, d.version + 1)`.execute(
    tx,
  )
}

/** What a project sets itself (api:P15). */
export async function findProjectDefender(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<ProjectDefender | undefined> {
  const { rows } = await sql<StoredSettings>`
    select coalesce(d.rules, '[]') as rules, d.before, coalesce(d.version, 0) as version
    from project p left join project_defender d on d.account_id = p.account_id and d.project_id = p.project_id
    where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  const [row] = rows
  return row && { pm_proj_ud: projectId, ...row, rules: inCatalogueOrder(row.rules) }
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
): Promise<void> {
  await sql`
    insert into project_defender as d (account_id, project_id, rules, before, version)
    values (${accountId}, ${projectId}, ${JSON.stringify(rules)}, ${JSON.stringify(before)}, 1)
    on conflict (account_id, project_id) do update set (rules, before, version) = (excluded.rules, excluded.before, d.version + 1)`.execute(
    tx,
  )
}
