import { centsOf } from '@desk/schema/accounts/currency'
import { ENDED_STATUSES } from '@desk/schema/statuses/status'
import type {
  AllocationTemplate,
  AllocationTemplateChanges,
  NewAllocationTemplate,
  TemplateLoad,
  TemplateLoaded,
  TemplateScope,
} from '@desk/schema/sources/allocation-template'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { userName } from '#kernel/history/user-name'
import type { Detail } from '#kernel/http/refusal'
import type { Page } from '#kernel/lists/page'
import { allocate } from './save-suppliers.ts'
import { findSourceSuppliers, holdSuppliers, type SupplierPart } from './source-suppliers.store.ts'
import { holdTable, holdTableOf } from './table-moved.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly typeCode: NewAllocationTemplate['template_type']
  readonly suppliers: readonly (SupplierPart & { readonly name: string; readonly isGone: boolean })[]
  readonly version: number
  readonly createdBy: string | null
  readonly createdAt: Date
}

const templates = sql`
  select t.allocation_template_id as id, t.name, t.type_code as "typeCode", t.edit_version as version, t.created_at as "createdAt",
    ${userName('t.account_id', 't.created_by')} as "createdBy",
    coalesce((select jsonb_agg(i.part || jsonb_build_object('name', k.name, 'isGone', k.deleted_at is not null) order by i.n)
      from jsonb_array_elements(t.suppliers) with ordinality as i (part, n)
      join supplier k on k.account_id = t.account_id and k.supplier_id = (i.part->>'supplierId')::int), '[]') as suppliers
  from allocation_template t`

const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / 100)

function templateOf({ id, name, typeCode, suppliers, version, createdBy, createdAt }: Row): AllocationTemplate {
  return {
    supplier_allocation_template_id: id,
    name,
    template_type: typeCode,
    suppliers: suppliers.map(part => ({
      pm_sup_ud: part.supplierId,
      name: part.name,
      allocation_percent: part.allocationPercent,
      supplier_cpi: inUnits(part.priceCents),
      is_gone: part.isGone,
    })),
    version,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
  }
}

/** The account's templates of supplier allocations, by name (api:T27). */
export async function listAllocationTemplates(
  tx: Tx,
  accountId: number,
  page: Page,
): Promise<readonly AllocationTemplate[]> {
  const { rows } = await sql<Row>`
    ${templates} where t.account_id = ${accountId} order by t.name collate "und-x-icu", t.allocation_template_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows.map(templateOf)
}

/** One of them (api:T30). */
export async function findAllocationTemplate(
  tx: Tx,
  accountId: number,
  id: number,
): Promise<AllocationTemplate | undefined> {
  const { rows } =
    await sql<Row>`${templates} where t.account_id = ${accountId} and t.allocation_template_id = ${id}`.execute(tx)
  return rows[0] && templateOf(rows[0])
}

const stored = async (tx: Tx, accountId: number, id: number): Promise<AllocationTemplate> =>
  requireFound(await findAllocationTemplate(tx, accountId, id), 'template')

async function faultsOf(
  tx: Tx,
  accountId: number,
  { suppliers, name }: NewAllocationTemplate,
  id: number | null,
): Promise<readonly Detail[]> {
  const known = await holdSuppliers(
    tx,
    accountId,
    suppliers.map(({ pm_sup_ud: supplierId }) => supplierId),
  )
  const { rows: namesakes } = await sql`
    select from allocation_template where account_id = ${accountId} and lower(name) = lower(${name.trim()}) and allocation_template_id is distinct from ${id}::int`.execute(
    tx,
  )
  return [
    ...(namesakes.length > 0 ? [{ path: ['name'], message: 'There is a template of this name' }] : []),
    ...(suppliers.length === 0 ? [{ path: ['suppliers'], message: 'A template needs a supplier' }] : []),
    ...suppliers.flatMap(({ pm_sup_ud: supplierId }, at) =>
      known.has(supplierId)
        ? []
        : [{ path: ['suppliers', String(at), 'pm_sup_ud'], message: 'Supplier is not in the list' }],
    ),
  ]
}

interface Columns {
  readonly name: string
  readonly typeCode: number
  readonly suppliers: readonly SupplierPart[]
}
const columnsOf = ({
  name,
  template_type: typeCode,
  suppliers,
}: NewAllocationTemplate | AllocationTemplate): Columns => ({
  name: name.trim(),
  typeCode,
  suppliers: suppliers.map(
    ({ pm_sup_ud: supplierId, allocation_percent: allocationPercent, supplier_cpi: price = null }) => ({
      supplierId,
      allocationPercent,
      priceCents: centsOf(price),
    }),
  ),
})

const NAME_TAKEN = { path: ['name'], message: 'There is a template of this name' }

/** Makes a template (api:T29). */
export function createAllocationTemplate(
  tx: Tx,
  actor: Actor,
  input: NewAllocationTemplate,
): Promise<Outcome<AllocationTemplate>> {
  const { accountId, user, at } = actor
  return make(tx, actor, {
    scope: 'allocation_template',
    lock: inAccount,
    judge: async () => refusedFor(await faultsOf(tx, accountId, input, null)),
    async write() {
      const { name, typeCode, suppliers } = columnsOf(input)
      const { rows } = await sql<{ id: number }>`
        insert into allocation_template (account_id, name, type_code, suppliers, created_by, created_at)
        values (${accountId}, ${name}, ${typeCode}, ${JSON.stringify(suppliers)}, ${user.uid}, ${at})
        on conflict (account_id, lower(name)) do nothing returning allocation_template_id as id`.execute(tx)
      return rows[0]?.id ?? { kind: 'faulty', details: [NAME_TAKEN] }
    },
    facts: async id => factsOf(await stored(tx, accountId, id)),
    read: id => stored(tx, accountId, id),
  })
}

/** Changes a template (api:T28); sources that it was loaded into stay as they are. */
export function editAllocationTemplate(
  tx: Tx,
  actor: Actor,
  { supplier_allocation_template_id: id, version, ...input }: AllocationTemplateChanges,
): Promise<Outcome<AllocationTemplate>> {
  const { accountId } = actor
  return edit(tx, actor, {
    scope: 'allocation_template',
    noun: 'template',
    id,
    lock: () => lockTemplate(tx, accountId, id),
    judge: async before =>
      refusedFor(await faultsOf(tx, accountId, input, id)) ?? { before: columnsOf(before), after: columnsOf(input) },
    version: before => ({ seen: version, stored: before.version }),
    async write(after) {
      await sql`
        update allocation_template set name = ${after.name}, type_code = ${after.typeCode}, suppliers = ${JSON.stringify(after.suppliers)}, edit_version = edit_version + 1
        where account_id = ${accountId} and allocation_template_id = ${id}`.execute(tx)
    },
    facts: async () => factsOf(await stored(tx, accountId, id)),
    read: () => stored(tx, accountId, id),
  })
}

/** Deletes a template (api:T31). */
export function removeAllocationTemplate(tx: Tx, actor: Actor, id: number): Promise<Outcome<null>> {
  const { accountId } = actor
  return remove(tx, actor, {
    scope: 'allocation_template',
    id,
    lock: () => lockTemplate(tx, accountId, id),
    facts: factsOf,
    async write() {
      await sql`delete from allocation_template where account_id = ${accountId} and allocation_template_id = ${id}`.execute(
        tx,
      )
    },
  })
}

async function lockTemplate(tx: Tx, accountId: number, id: number): Promise<AllocationTemplate | undefined> {
  await sql`select from allocation_template where account_id = ${accountId} and allocation_template_id = ${id} for no key update`.execute(
    tx,
  )
  return findAllocationTemplate(tx, accountId, id)
}

/** Replaces the suppliers of a source, or of every DIY source of a survey that has not ended, by a template (api:T32). */
export async function loadAllocationTemplate(
  tx: Tx,
  actor: Actor,
  scope: TemplateScope,
  id: number,
  { id: targetId, preview: isPreview = false }: TemplateLoad,
): Promise<Outcome<TemplateLoaded>> {
  const { accountId } = actor
  const template = await findAllocationTemplate(tx, accountId, id)
  const sources = await sourcesOf(tx, accountId, scope, targetId)
  if (!template || !sources) return { kind: 'missing' }
  const gone = template.suppliers.flatMap(({ name, is_gone: isGone }) => (isGone ? [name] : []))
  if (gone.length > 0)
    return {
      kind: 'faulty',
      details: [
        {
          path: ['suppliers'],
          message: `${gone.join(', ')} cannot be bought from any more: change the template first`,
        },
      ],
    }
  const after = template.suppliers.map(partOf)
  const streams: TemplateLoaded['streams'][number][] = []
  for (const { stmid, name, isLucid } of sources) {
    const own = isLucid ? after.map(part => ({ ...part, supplier_cpi: null })) : after
    const found = await findSourceSuppliers(tx, accountId, stmid)
    const before = (found?.suppliers ?? []).map(partOf)
    const changes = JSON.stringify(inOrder(before)) !== JSON.stringify(inOrder(own))
    streams.push({ stmid, name, before, after: own, changes })
    if (isPreview || !changes) continue
    const outcome = await allocate(tx, actor, stmid, {
      suppliers: own.map(({ pm_sup_ud, allocation_percent, supplier_cpi }) => ({
        pm_sup_ud,
        allocation_percent,
        supplier_cpi,
      })),
    })
    // a fault undoes the loads before it
    if (outcome.kind === 'faulty')
      return {
        kind: 'faulty',
        details: outcome.details.map(({ message }) => ({ path: ['id'], message: `${name}: ${message}` })),
      }
  }
  return { kind: 'done', answer: { stored: !isPreview, streams } }
}

type Part = TemplateLoaded['streams'][number]['before'][number]

const partOf = ({ pm_sup_ud, name, allocation_percent, supplier_cpi }: Part): Part => ({
  pm_sup_ud,
  name,
  allocation_percent,
  supplier_cpi,
})

const inOrder = (parts: readonly Part[]) =>
  parts
    .map(({ pm_sup_ud: id, allocation_percent: percent, supplier_cpi: price }) => [id, percent, price] as const)
    .toSorted(([one], [other]) => one - other)

interface Target {
  readonly stmid: number
  readonly name: string
  readonly isLucid: boolean
}

/** The target sources, locked for an edit; undefined when the account has no such source or survey. */
async function sourcesOf(
  tx: Tx,
  accountId: number,
  scope: TemplateScope,
  id: number,
): Promise<readonly Target[] | undefined> {
  if (scope === 'survey') {
    if (!(await holdTable(tx, accountId, id))) return undefined
  } else if (!(await holdTableOf(tx, accountId, id))) return undefined
  const wanted =
    scope === 'source'
      ? sql`source_id = ${id}`
      : sql`survey_id = ${id} and type = 'diy' and status not in (${sql.join(ENDED_STATUSES.map(code => sql.lit(code)))})`
  const { rows } = await sql<Target>`
    select source_id as stmid, name, type = 'lucid' as "isLucid" from source where account_id = ${accountId} and ${wanted} order by source_id for no key update`.execute(
    tx,
  )
  return rows
}

/** `suppliers` is hidden from the plain external view in histories as well. */
function factsOf({ name, template_type, suppliers }: AllocationTemplate): HistoryFacts {
  return {
    name,
    template_type,
    suppliers: suppliers.map(
      ({ name: supplier, allocation_percent: percent, supplier_cpi: price }) =>
        `${supplier} ${percent} %${price === null ? '' : ` at ${price.toFixed(2)}`}`,
    ),
  }
}
