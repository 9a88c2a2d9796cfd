import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import { repeatedInQuotas } from '@desk/schema/sources/quota-faults'
import {
  SOURCE_TEMPLATE_TYPES,
  type NewSourceTemplate,
  type SourceTemplateSettings,
  type TemplateOfSource,
  type TemplateQualsQuotas,
} from '@desk/schema/sources/source-template'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { findQuotas } from '#statuses/find-quotas.store'
import { tooManyQuotas } from './save-quotas.ts'
import { findSource } from './sources.store.ts'

type Content = Omit<NewSourceTemplate, 'name' | 'source_template_type'>

interface Row {
  readonly id: number
  readonly name: string
  readonly typeCode: NewSourceTemplate['source_template_type']
  readonly settings: Pick<
    Content,
    'respondents' | 'click_balancing' | 'calculation_type_code_ud' | 'pacing' | 'hold_places'
  >
  readonly qualifications: number
  readonly quotas: number
  readonly createdBy: string | null
  readonly createdAt: Date
}

const templates = sql`
  select t.source_template_id as id, t.name, t.type_code as "typeCode", t.content - 'qualifications' - 'quota_groups' as settings,
    jsonb_array_length(t.content->'qualifications') as qualifications,
    (select coalesce(sum(jsonb_array_length(g->'quotas')), 0)::int from jsonb_array_elements(t.content->'quota_groups') g) as quotas,
    ${userName('t.account_id', 't.created_by')} as "createdBy", t.created_at as "createdAt"
  from source_template t`

function templateOf({
  id,
  name,
  typeCode,
  settings,
  qualifications,
  quotas,
  createdBy,
  createdAt,
}: Row): SourceTemplateSettings {
  return {
    source_template_id: id,
    name,
    source_template_type: typeCode,
    qualifications_count: qualifications,
    quotas_count: quotas,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    respondents: settings.respondents,
    click_balancing: settings.click_balancing ?? false,
    calculation_type_code_ud: settings.calculation_type_code_ud ?? 1,
    pacing: settings.pacing ?? 1,
    // a template of before holds none
    hold_places: settings.hold_places ?? HOLD_PLACES.none.code,
  }
}

/** The account's source templates by name, with the settings that a source takes over (api:T23). */
export async function listSourceTemplates(
  tx: Tx,
  accountId: number,
  page: Page,
): Promise<readonly SourceTemplateSettings[]> {
  const { rows } = await sql<Row>`
    ${templates} where t.account_id = ${accountId} order by t.name collate "und-x-icu", t.source_template_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows.map(templateOf)
}

/** The qualifications and quotas that loading a template would give a source (api:T25). */
export async function findTemplateQuotas(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<TemplateQualsQuotas | undefined> {
  const { rows } = await sql<{
    content: Content
  }>`select content from source_template where account_id = ${accountId} and source_template_id = ${id}`.execute(tx)
  const [row] = rows
  return (
    row && {
      source_template_id: id,
      qualifications: row.content.qualifications,
      quota_groups: row.content.quota_groups,
    }
  )
}

/** Saves a stored source as a template (api:T22). */
export async function keepSource(
  tx: Tx,
  actor: Actor,
  { name, stmid }: TemplateOfSource,
): Promise<Outcome<SourceTemplateSettings>> {
  const source = await findSource(tx, actor.accountId, stmid)
  const quotas = await findQuotas(tx, actor.accountId, stmid)
  if (!source || !quotas) return { kind: 'missing' }
  const { respondents, click_balancing, calculation_type_code_ud, pacing, hold_places, type } = source
  const { qualifications, quota_groups } = quotas
  return keepTemplate(tx, actor, {
    name,
    source_template_type: SOURCE_TEMPLATE_TYPES[type],
    respondents,
    click_balancing,
    calculation_type_code_ud,
    pacing,
    hold_places,
    qualifications,
    quota_groups,
  })
}

/** Saves an editor's content as a template (api:T24). */
export function keepTemplate(
  tx: Tx,
  actor: Actor,
  { name, source_template_type: type, ...content }: NewSourceTemplate,
): Promise<Outcome<SourceTemplateSettings>> {
  const { accountId, user, at } = actor
  return make(tx, actor, {
    scope: 'source_template',
    lock: inAccount,
    judge: () => refusedFor([...repeatedInQuotas(content), ...tooManyQuotas(content)]),
    async write() {
      // without numbers and counters: loaded quotas are new in a source
      const groups = content.quota_groups.map(group => ({
        name: group.name,
        conditions: group.conditions ?? [],
        target: group.target ?? null,
        quotas: group.quotas.map(({ name: quota, conditions, target }) => ({ name: quota, conditions, target })),
      }))
      const { rows } = await sql<{ id: number }>`
        insert into source_template (account_id, name, type_code, content, created_by, created_at)
        values (${accountId}, ${name.trim()}, ${type}, ${JSON.stringify({ ...content, quota_groups: groups })}, ${user.uid}, ${at})
        on conflict (account_id, lower(name)) do nothing returning source_template_id as id`.execute(tx)
      return (
        rows[0]?.id ?? { kind: 'faulty', details: [{ path: ['name'], message: 'There is a template of this name' }] }
      )
    },
    facts: () => ({ name: name.trim() }),
    async read(id) {
      const { rows } =
        await sql<Row>`${templates} where t.account_id = ${accountId} and t.source_template_id = ${id}`.execute(tx)
      return templateOf(requireFound(rows[0], 'template'))
    },
  })
}

/** Deletes a template (api:T26); sources created from it stay. */
export function removeSourceTemplate(tx: Tx, actor: Actor, id: number): Promise<Outcome<null>> {
  const mine = sql`account_id = ${actor.accountId} and source_template_id = ${id}`
  return remove(tx, actor, {
    scope: 'source_template',
    id,
    async lock() {
      const { rows } = await sql<{ name: string }>`select name from source_template where ${mine} for update`.execute(
        tx,
      )
      return rows[0]
    },
    facts: ({ name }) => ({ name }),
    async write() {
      await sql`delete from source_template where ${mine}`.execute(tx)
    },
  })
}
