import { centsOf } from '@desk/schema/accounts/currency'
import { ACCOUNT_LEVEL, SECURITY_LEVELS, SUPPLIER_LEVEL, type SecurityLevel } from '@desk/schema/defender/levels'
import type { Supplier, SupplierUses } from '@desk/schema/suppliers/supplier'
import {
  SupplierThresholds,
  withSpareThresholds,
  type SupplierChanges,
  type SupplierInput,
} from '@desk/schema/suppliers/supplier-form'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { faultsIn, refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { inOrder } from './redirects-in-order.ts'
import * as store from './suppliers.store.ts'

/** Makes a supplier (api:U10). */
export async function createSupplier(tx: Tx, actor: Actor, input: SupplierInput): Promise<Outcome<Supplier>> {
  const codes = await store.findCodeNames(tx)
  return make(tx, actor, {
    scope: 'supplier',
    lock: inAccount,
    judge: () => refusedFor(faultsOf(input, codes)),
    write: () => store.insertSupplier(tx, actor.accountId, wanted(input), actor.at),
    facts: async id => factsOf(await reread(tx, actor, id), codes),
    read: id => reread(tx, actor, id),
  })
}

/** Changes a supplier (api:U11). */
export async function changeSupplier(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: SupplierChanges,
): Promise<Outcome<Supplier>> {
  const codes = await store.findCodeNames(tx)
  return edit(tx, actor, {
    scope: 'supplier',
    id,
    lock: () => lockSupplier(tx, actor, id),
    judge: supplier =>
      refusedFor(faultsOf(changes, codes)) ?? { before: stored(supplier), after: wanted(changes, supplier) },
    version: supplier => ({ seen: changes.version, stored: supplier.version }),
    write: after => store.updateSupplier(tx, actor.accountId, id, after),
    facts: async () => factsOf(await reread(tx, actor, id), codes),
    read: () => reread(tx, actor, id),
  })
}

/** Deletes a supplier that only ended sources use (api:U12): these keep it, and cannot be launched again with it. */
export async function removeSupplier(tx: Tx, actor: Actor, id: number): Promise<Outcome<null, SupplierUses>> {
  const { accountId, at } = actor
  return remove(tx, actor, {
    scope: 'supplier',
    id,
    lock: () => lockSupplier(tx, actor, id),
    judge: async () => {
      await store.holdEndedSources(tx, accountId, id)
      const uses = await store.findUses(tx, accountId, id)
      return uses.count > 0 ? inUse(uses) : undefined
    },
    facts: async supplier => factsOf(supplier, await store.findCodeNames(tx)),
    write: () => store.deleteSupplier(tx, accountId, id, at),
  })
}

async function lockSupplier(tx: Tx, { accountId }: Actor, id: number): Promise<Supplier | undefined> {
  await store.lockSupplier(tx, accountId, id)
  return store.findSupplier(tx, accountId, id)
}

function inUse(uses: SupplierUses): Refusal<SupplierUses> {
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

/** The faults that the contract cannot find: thresholds by the sent flags (§5.17), and codes by their lists. */
function faultsOf(input: SupplierInput, { types, recruitments }: store.SupplierCodeNames): readonly Detail[] {
  return [
    ...(types.has(input.pm_supplier_type_code_ud)
      ? []
      : [{ path: ['pm_supplier_type_code_ud'], message: 'This type is not in the list' }]),
    ...(recruitments.has(input.recruitment_type)
      ? []
      : [{ path: ['recruitment_type'], message: 'This recruitment type is not in the list' }]),
    ...(input.custom_security_flg !== undefined &&
    input.security_level !== undefined &&
    input.custom_security_flg !== (input.security_level === SUPPLIER_LEVEL)
      ? [{ path: ['security_level'], message: `Custom security is level ${SUPPLIER_LEVEL}` }]
      : []),
    ...faultsIn(SupplierThresholds, withSpareThresholds(input)),
  ]
}

/** The requested supplier: a PUT without custom security or redirects keeps them. */
function wanted(input: SupplierInput, before?: Supplier): store.StoredSupplier {
  return {
    name: input.name.trim(),
    pm_supplier_type_code_ud: input.pm_supplier_type_code_ud,
    recruitment_type: input.recruitment_type,
    security_level: levelOf(input, before),
    text_analytics_flg: input.text_analytics_flg ?? false,
    language_threshold: input.language_threshold ?? null,
    bot_detection_flg: input.bot_detection_flg ?? false,
    threat_level: input.threat_level ?? null,
    activity_enabled_flg: input.activity_enabled_flg ?? false,
    token_threshold: input.token_threshold ?? null,
    redirects: input.redirects === undefined ? (before?.redirects ?? []) : inOrder(input.redirects),
    supplierCpiCents: centsOf(input.supplier_cpi ?? 0),
  }
}

/** Custom security is level 7 for those who send no level: turned off, it is the account's default. */
function levelOf(
  { security_level: level, custom_security_flg: isCustom }: SupplierInput,
  before: Supplier | undefined,
): SecurityLevel {
  if (level !== undefined) return level
  if (isCustom === true) return SUPPLIER_LEVEL
  const present = before?.security_level ?? ACCOUNT_LEVEL
  return isCustom === false && present === SUPPLIER_LEVEL ? ACCOUNT_LEVEL : present
}

/** A supplier as it is stored. */
function stored(supplier: Supplier): store.StoredSupplier {
  const { supplier_cpi = 0, redirects, custom_security_flg: _isCustom, ...fields } = ownFields(supplier)
  return { ...fields, redirects: inOrder(redirects), supplierCpiCents: centsOf(supplier_cpi) }
}

/** The editable fields of a supplier. */
function ownFields(supplier: Supplier): Omit<Supplier, 'pm_sup_ud' | 'version'> {
  const { pm_sup_ud: _id, version: _version, ...fields } = supplier
  return fields
}

const reread = async (tx: Tx, { accountId }: Actor, id: number): Promise<Supplier> =>
  requireFound(await store.findSupplier(tx, accountId, id), 'supplier')

/** The fields of a supplier's history: codes by their names, a redirect by the name of its form field. */
function factsOf(supplier: Supplier, { types, recruitments }: store.SupplierCodeNames): HistoryFacts {
  const { redirects, security_level: level, custom_security_flg: _isCustom, ...fields } = ownFields(supplier)
  return {
    ...fields,
    pm_supplier_type_code_ud: types.get(fields.pm_supplier_type_code_ud) ?? fields.pm_supplier_type_code_ud,
    security_level: `${level} ${SECURITY_LEVELS[level]}`,
    recruitment_type: recruitments.get(fields.recruitment_type) ?? fields.recruitment_type,
    ...Object.fromEntries(redirects.map(({ type, url }) => [`redirects_${type}`, url])),
  }
}
