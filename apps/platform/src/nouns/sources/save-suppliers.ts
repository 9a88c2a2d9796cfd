import { centsOf } from '@desk/schema/accounts/currency'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { hasOnlyOwnPrices, idlePrice } from '@desk/schema/sources/own-prices'
import type { AllocationChanges, PricingChanges, SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { openSource } from './save-source.ts'
import {
  findSourceSuppliers,
  holdSuppliers,
  replaceSuppliers,
  updatePrice,
  type SupplierPart,
} from './source-suppliers.store.ts'
import type { SourcePlace } from './sources.store.ts'
import { tellTable } from './table-moved.ts'

/** Replaces the suppliers of a source with their shares and prices (api:T15). */
export async function allocate(
  tx: Tx,
  actor: Actor,
  sourceId: number,
  { suppliers, version }: AllocationChanges,
): Promise<Outcome<SourceSuppliers>> {
  const source = await openSource(tx, actor.accountId, sourceId)
  const stored = source && (await findSourceSuppliers(tx, actor.accountId, sourceId))
  if (!source || !stored) return { kind: 'missing' }
  const details = await faultsOf(tx, actor.accountId, source.place, suppliers)
  if (details.length > 0) return { kind: 'faulty', details }
  const parts = suppliers.map(
    ({ pm_sup_ud: supplierId, allocation_percent: allocationPercent, supplier_cpi: price }) => ({
      supplierId,
      allocationPercent,
      priceCents: centsOf(price),
    }),
  )
  return saved(tx, actor, source.place, { stored, parts, ownCents: centsOf(stored.supplier_cpi), version })
}

/** Changes prices of a source: its own, and of those of its suppliers that are named (api:T19). */
export async function setPrices(
  tx: Tx,
  actor: Actor,
  sourceId: number,
  { supplier_cpi: own, suppliers = [], version }: PricingChanges,
): Promise<Outcome<SourceSuppliers>> {
  const source = await openSource(tx, actor.accountId, sourceId)
  const stored = source && (await findSourceSuppliers(tx, actor.accountId, sourceId))
  if (!source || !stored) return { kind: 'missing' }
  const known = new Set(stored.suppliers.map(({ pm_sup_ud: id }) => id))
  const details = [
    ...suppliers.flatMap(({ pm_sup_ud: id }, index) =>
      known.has(id)
        ? []
        : [{ path: ['suppliers', String(index), 'pm_sup_ud'], message: 'This supplier does not sell to the source' }],
    ),
    ...lucidPrices(source.place, suppliers),
  ]
  if (details.length > 0) return { kind: 'faulty', details }
  const prices = new Map(
    suppliers.flatMap(({ pm_sup_ud: id, supplier_cpi: price }) =>
      price === undefined ? [] : [[id, centsOf(price)] as const],
    ),
  )
  const parts = partsOf(stored).map(part =>
    prices.has(part.supplierId) ? { ...part, priceCents: prices.get(part.supplierId) ?? null } : part,
  )
  return saved(tx, actor, source.place, {
    stored,
    parts,
    ownCents: own === undefined ? centsOf(stored.supplier_cpi) : centsOf(own),
    version,
  })
}

interface Wanted {
  readonly stored: SourceSuppliers
  readonly parts: readonly SupplierPart[]
  readonly ownCents: number | null
  readonly version: number | undefined
}

const NOBODY_LEFT = { path: ['suppliers'], message: 'A source that was launched needs a supplier' }

function saved(
  tx: Tx,
  actor: Actor,
  { sourceId: id, surveyId, suppliersVersion, status }: SourcePlace,
  { stored, parts, ownCents, version }: Wanted,
): Promise<Outcome<SourceSuppliers>> {
  const { accountId } = actor
  const read = async () => (await findSourceSuppliers(tx, accountId, id)) ?? stored
  const ownBefore = centsOf(stored.supplier_cpi)
  return edit(tx, actor, {
    scope: 'source',
    id,
    lock: () => Promise.resolve(stored),
    judge: () => ({ before: [ownBefore, inOrder(partsOf(stored))], after: [ownCents, inOrder(parts)] }),
    version: () => ({ seen: version, stored: suppliersVersion }),
    // without a supplier no respondent could enter, and no one would see why
    judgeChange: () =>
      refusedFor([
        ...(parts.length === 0 && stored.suppliers.length > 0 && status !== STATUS_CODES.draft ? [NOBODY_LEFT] : []),
        ...idlePrice({
          before: ownBefore,
          after: ownCents,
          isIdle: hasOnlyOwnPrices(parts.map(({ priceCents }) => ({ supplier_cpi: priceCents }))),
        }),
      ]),
    async write() {
      if (ownCents !== null && ownCents !== ownBefore) await updatePrice(tx, accountId, id, ownCents)
      await replaceSuppliers(tx, accountId, id, parts)
    },
    facts: async () => factsOf(await read()),
    tell: () => tellTable(tx, accountId, surveyId, [id]),
    read,
  })
}

const partsOf = ({ suppliers }: SourceSuppliers): readonly SupplierPart[] =>
  suppliers.map(({ pm_sup_ud: supplierId, allocation_percent: allocationPercent, supplier_cpi: price }) => ({
    supplierId,
    allocationPercent,
    priceCents: centsOf(price),
  }))

const inOrder = (parts: readonly SupplierPart[]): readonly SupplierPart[] =>
  parts.toSorted((one, other) => one.supplierId - other.supplierId)

async function faultsOf(
  tx: Tx,
  accountId: number,
  place: SourcePlace,
  suppliers: AllocationChanges['suppliers'],
): Promise<readonly Detail[]> {
  const known = await holdSuppliers(
    tx,
    accountId,
    suppliers.map(({ pm_sup_ud: id }) => id),
  )
  return [
    ...(place.type === 'classic' && suppliers.length > 1
      ? [{ path: ['suppliers'], message: 'A manual source has one supplier' }]
      : []),
    ...suppliers.flatMap(({ pm_sup_ud: id }, index) =>
      known.has(id)
        ? []
        : [{ path: ['suppliers', String(index), 'pm_sup_ud'], message: 'Supplier is not in the list' }],
    ),
    ...lucidPrices(place, suppliers),
  ]
}

function lucidPrices(
  { type }: SourcePlace,
  suppliers: readonly { readonly supplier_cpi?: number | null }[],
): readonly Detail[] {
  if (type !== 'lucid') return []
  return suppliers.flatMap(({ supplier_cpi: price = null }, index) =>
    price === null
      ? []
      : [
          {
            path: ['suppliers', String(index), 'supplier_cpi'],
            message: 'An exchange source has one CPI, and no prices of suppliers',
          },
        ],
  )
}

/** Shares and prices in the history: `suppliers` and `supplier_cpi` are hidden from the plain external view there as well. */
function factsOf({ supplier_cpi: own, suppliers }: SourceSuppliers): HistoryFacts {
  const lines = suppliers.map(
    ({ name, allocation_percent: percent, supplier_cpi: price }) =>
      `${name} ${percent} %${price === null ? '' : ` at ${price.toFixed(2)}`}`,
  )
  return { supplier_cpi: own, suppliers: lines.length === 0 ? null : lines }
}
