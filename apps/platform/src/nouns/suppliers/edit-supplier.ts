import type { Supplier, SupplierUses } from '@desk/schema/suppliers/supplier'
import {
  SupplierThresholds,
  withSpareThresholds,
  type SupplierChanges,
  type SupplierInput,
} from '@desk/schema/suppliers/supplier-form'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#kernel/db/tx'
import { faultsIn, stale, type Outcome } from '#kernel/edits/outcome'
import { stillThere } from '#kernel/edits/still-there'
import { recordEdit, type HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { inOrder } from './redirects-in-order.ts'
import * as store from './suppliers.store.ts'

/** Who edits suppliers, of which account, and when: an admin, whose prices are theirs to see and to set (docs/decisions/0026). */
export interface Editor {
  readonly accountId: number
  readonly userId: number
  readonly at: Date
}

/** Makes a supplier (api:U10). */
export async function createSupplier(tx: Tx, editor: Editor, input: SupplierInput): Promise<Outcome<Supplier>> {
  const codes = await store.findCodeNames(tx)
  const details = faultsOf(input, codes)
  if (details.length > 0) return { kind: 'faulty', details }
  const id = await store.insertSupplier(tx, editor.accountId, wanted(input), editor.at)
  const made = await reread(tx, editor, id)
  await recordEdit(tx, { ...editor, scope: 'supplier', id, act: 'created', before: {}, after: factsOf(made, codes) })
  return { kind: 'done', answer: made }
}

/** Changes a supplier (api:U11). A stale change is refused, unless the supplier is already as it wants it: its answer was lost, then. */
export async function changeSupplier(
  tx: Tx,
  editor: Editor,
  id: number,
  changes: SupplierChanges,
): Promise<Outcome<Supplier>> {
  await store.lockSupplier(tx, editor.accountId, id)
  const before = await store.findSupplier(tx, editor.accountId, id)
  if (!before) return { kind: 'missing' }
  const codes = await store.findCodeNames(tx)
  const details = faultsOf(changes, codes)
  if (details.length > 0) return { kind: 'faulty', details }
  const after = wanted(changes, before)
  if (isDeepStrictEqual(after, stored(before))) return { kind: 'done', answer: before }
  if (changes.version !== undefined && changes.version !== before.version) return stale('supplier', before)
  await store.updateSupplier(tx, editor.accountId, id, after)
  const written = await reread(tx, editor, id)
  await recordEdit(tx, {
    ...editor,
    scope: 'supplier',
    id,
    act: 'edited',
    before: factsOf(before, codes),
    after: factsOf(written, codes),
  })
  return { kind: 'done', answer: written }
}

/** Deletes a supplier that only ended sources bought from (api:U12): these keep it, and are not launched again with it. */
export async function removeSupplier(tx: Tx, editor: Editor, id: number): Promise<Outcome<null, SupplierUses>> {
  await store.lockSupplier(tx, editor.accountId, id)
  const before = await store.findSupplier(tx, editor.accountId, id)
  if (!before) return { kind: 'missing' }
  await store.holdEndedSources(tx, editor.accountId, id)
  const uses = await store.findUses(tx, editor.accountId, id)
  if (uses.count > 0) return inUse(uses)
  const codes = await store.findCodeNames(tx)
  await store.deleteSupplier(tx, editor.accountId, id, editor.at)
  await recordEdit(tx, { ...editor, scope: 'supplier', id, act: 'deleted', before: factsOf(before, codes), after: {} })
  return { kind: 'done', answer: null }
}

function inUse(uses: SupplierUses): Outcome<null, SupplierUses> {
  const { count, sources } = uses
  const named = sources.map(({ name, stmid }) => `${name} (${stmid})`)
  const others = count - sources.length
  const list = named.length === 0 ? '' : `: ${named.join(', ')}${others === 0 ? '' : ` and ${others} more`}`
  return {
    kind: 'refused',
    reason: 'in_use',
    message: `It is used by ${count === 1 ? '1 source' : `${count} sources`}${list}. Take it out of them first.`,
    current: uses,
  }
}

/** What the contract could not judge: thresholds by the flags that came (§5.17), and codes by their lists. */
function faultsOf(input: SupplierInput, { types, recruitments }: store.SupplierCodeNames): readonly Detail[] {
  return [
    ...(types.has(input.pm_supplier_type_code_ud)
      ? []
      : [{ path: ['pm_supplier_type_code_ud'], message: 'This type is not in the list' }]),
    ...(recruitments.has(input.recruitment_type)
      ? []
      : [{ path: ['recruitment_type'], message: 'This recruitment type is not in the list' }]),
    ...faultsIn(SupplierThresholds, withSpareThresholds(input)),
  ]
}

/** The supplier that is asked for: a PUT without custom security or redirects leaves them. */
function wanted(input: SupplierInput, before?: Supplier): store.StoredSupplier {
  return {
    name: input.name.trim(),
    pm_supplier_type_code_ud: input.pm_supplier_type_code_ud,
    recruitment_type: input.recruitment_type,
    custom_security_flg: input.custom_security_flg ?? before?.custom_security_flg ?? false,
    text_analytics_flg: input.text_analytics_flg ?? false,
    language_threshold: input.language_threshold ?? null,
    bot_detection_flg: input.bot_detection_flg ?? false,
    threat_level: input.threat_level ?? null,
    activity_enabled_flg: input.activity_enabled_flg ?? false,
    token_threshold: input.token_threshold ?? null,
    redirects: input.redirects === undefined ? (before?.redirects ?? []) : inOrder(input.redirects),
    supplierCpiCents: Math.round((input.supplier_cpi ?? 0) * 100),
  }
}

/** A supplier as it is stored. */
function stored(supplier: Supplier): store.StoredSupplier {
  const { supplier_cpi = 0, redirects, ...fields } = ownFields(supplier)
  return { ...fields, redirects: inOrder(redirects), supplierCpiCents: Math.round(supplier_cpi * 100) }
}

/** What of a supplier is edited. */
function ownFields(supplier: Supplier): Omit<Supplier, 'pm_sup_ud' | 'version'> {
  const { pm_sup_ud: _id, version: _version, ...fields } = supplier
  return fields
}

const reread = async (tx: Tx, { accountId }: Editor, id: number): Promise<Supplier> =>
  stillThere(await store.findSupplier(tx, accountId, id), 'supplier')

/** The fields of a supplier's history: codes by their names, a redirect by the name of its form field. */
function factsOf(supplier: Supplier, { types, recruitments }: store.SupplierCodeNames): HistoryFacts {
  const { redirects, ...fields } = ownFields(supplier)
  return {
    ...fields,
    pm_supplier_type_code_ud: types.get(fields.pm_supplier_type_code_ud) ?? fields.pm_supplier_type_code_ud,
    recruitment_type: recruitments.get(fields.recruitment_type) ?? fields.recruitment_type,
    ...Object.fromEntries(redirects.map(({ type, url }) => [`redirects_${type}`, url])),
  }
}
