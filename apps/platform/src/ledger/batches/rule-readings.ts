import type { Tx } from '#kernel/db/tx'
import { isShared } from '../door/allocation.ts'
import { crowdAsked } from '../door/crowds.ts'
import { rulesFor } from '../door/door-rules-of.ts'
import { duplicateLookup } from '../door/duplicates.ts'
import { exclusionLookup } from '../door/exclusions.ts'
import { supplierKey, type BatchFacts, type SourceSetup } from '../facts/ledger-facts.ts'
import type { LedgerOperation } from '../facts/ledger-operations.ts'
import { supplierUnnamed } from '../facts/supplier-unnamed.ts'
import { readNetworks, readPaces } from './crowds.store.ts'
import { countDuplicates, type DuplicateLookup } from './duplicate-counts.store.ts'
import { findEarlierEntries, type ExclusionLookup } from './earlier-entries.store.ts'
import { findInvited, type InvitedLookup } from './invited.store.ts'
import { readSupplierCompletes, type SupplierOfSource } from './ledger-reads.store.ts'
import { findListedMarks, type ListedLookup } from './listed-marks.store.ts'

/** The data that the rules of a batch's entrants ask for. */
export type RuleReadings = Pick<
  BatchFacts,
  'duplicates' | 'supplierCompletes' | 'earlierEntries' | 'invited' | 'listed' | 'crowds'
>

/** Reads what the rules of these setups ask for of a batch's entrants, in a transaction that holds, or waits for, the locks of their sources. */
export async function readForRules(
  tx: Tx,
  accountId: number,
  operations: readonly LedgerOperation[],
  sources: ReadonlyMap<number, SourceSetup>,
  hasListedMarks: boolean,
  nowMs: number,
): Promise<RuleReadings> {
  const asked = crowdLookup(operations, sources, nowMs)
  // all leave at once: the connection takes the next before the first is answered
  const [duplicates, supplierCompletes, earlierEntries, invited, listed, paces, networks] = await tx.together(() =>
    Promise.all([
      countDuplicates(tx, accountId, duplicateLookups(operations, sources)),
      readSupplierCompletes(tx, accountId, suppliersOfEntrants(operations, sources)),
      findEarlierEntries(tx, accountId, exclusionLookups(operations, sources)),
      findInvited(tx, accountId, invitedLookups(operations, sources)),
      findListedMarks(tx, accountId, hasListedMarks ? listedLookups(operations) : []),
      readPaces(tx, accountId, asked.supplierIds),
      readNetworks(tx, accountId, asked.addresses, asked.sinceMs, asked.atMost),
    ]),
  )
  return { duplicates, supplierCompletes, earlierEntries, invited, listed, crowds: { paces, networks } }
}

const HOUR_MS = 3_600_000

/** Of whom the rules of the batch's entrants count arrivals and addresses. */
function crowdLookup(
  operations: readonly LedgerOperation[],
  sources: ReadonlyMap<number, SourceSetup>,
  nowMs: number,
): {
  readonly supplierIds: readonly number[]
  readonly addresses: readonly string[]
  readonly sinceMs: number
  readonly atMost: number
} {
  const supplierIds = new Set<number>()
  const addresses = new Set<string>()
  let sinceMs = nowMs
  let atMost = 0
  for (const entry of operations) {
    if (entry.kind !== 'enter' || entry.testToken !== null) continue
    const source = sources.get(entry.sourceId)
    if (source === undefined) continue
    const supplierId = entry.supplierId ?? supplierUnnamed(source, false)
    const asked = crowdAsked(rulesFor(source, supplierId), entry, supplierId)
    if (asked.pace && supplierId !== null) supplierIds.add(supplierId)
    if (asked.addresses === 0 || entry.address === null) continue
    addresses.add(entry.address)
    atMost = Math.max(atMost, asked.addresses)
    sinceMs = Math.min(sinceMs, entry.atMs)
  }
  return { supplierIds: [...supplierIds], addresses: [...addresses], sinceMs: sinceMs - HOUR_MS, atMost }
}

function duplicateLookups(
  operations: readonly LedgerOperation[],
  sources: ReadonlyMap<number, SourceSetup>,
): DuplicateLookup[] {
  const lookups: DuplicateLookup[] = []
  for (let number = 0; number < operations.length; number++) {
    const entry = operations[number]
    if (entry?.kind !== 'enter') continue
    const source = sources.get(entry.sourceId)
    const since = source && duplicateLookup(entry, source)
    if (source && since)
      lookups.push({ number, atMs: entry.atMs, surveyId: source.surveyId, sourceId: entry.sourceId, ...since })
  }
  return lookups
}

/** The entrants of sources that keep people of other projects out. */
function exclusionLookups(
  operations: readonly LedgerOperation[],
  sources: ReadonlyMap<number, SourceSetup>,
): ExclusionLookup[] {
  const lookups: ExclusionLookup[] = []
  for (let number = 0; number < operations.length; number++) {
    const entry = operations[number]
    if (entry?.kind !== 'enter' || entry.testToken !== null) continue
    const source = sources.get(entry.sourceId)
    if (source?.exclusion) lookups.push({ number, ...exclusionLookup(entry, source, source.exclusion) })
  }
  return lookups
}

/** The entrants of sources that only invited people enter. */
function invitedLookups(
  operations: readonly LedgerOperation[],
  sources: ReadonlyMap<number, SourceSetup>,
): InvitedLookup[] {
  const lookups: InvitedLookup[] = []
  for (let number = 0; number < operations.length; number++) {
    const entry = operations[number]
    if (entry?.kind !== 'enter' || entry.testToken !== null) continue
    const { sourceId, rid } = entry
    if (sources.get(sourceId)?.isRecontact === true) lookups.push({ number, sourceId, rid })
  }
  return lookups
}

/** The entrants with a device or an address, of an account that blocks or watches some. */
function listedLookups(operations: readonly LedgerOperation[]): ListedLookup[] {
  const lookups: ListedLookup[] = []
  for (let number = 0; number < operations.length; number++) {
    const entry = operations[number]
    if (entry?.kind !== 'enter' || entry.testToken !== null) continue
    const { fingerprint, address, atMs } = entry
    if (fingerprint !== null || address !== null) lookups.push({ number, fingerprint, address, atMs })
  }
  return lookups
}

/** The suppliers of a batch's entrants whose share of the target is less than all of it. */
function suppliersOfEntrants(
  operations: readonly LedgerOperation[],
  sources: ReadonlyMap<number, SourceSetup>,
): readonly SupplierOfSource[] {
  const wanted = new Map<string, SupplierOfSource>()
  for (const entry of operations) {
    if (entry.kind !== 'enter' || entry.supplierId === null || entry.testToken !== null) continue
    const { sourceId, supplierId } = entry
    if (isShared(sources.get(sourceId))) wanted.set(supplierKey(sourceId, supplierId), { sourceId, supplierId })
  }
  return [...wanted.values()]
}
