import type { EarlierEntry, ListedMark, SampleExclusionRule, SharedMark, SourceFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { supplierUnnamed } from '../facts/supplier-unnamed.ts'
import type { DoorRefusal } from './door-refusal.ts'

const DAY_MS = 86_400_000

/** The facts by which exclusions judge an entrant (docs/decisions/0057). */
export interface ExclusionFacts {
  readonly supplierId: number | null
  /** Their latest entry into an excluded project; null: none within the look-back. */
  readonly earlier: EarlierEntry | null
  /** Why they may not enter a source of invited people; null: they may. */
  readonly notRecontacted: DoorRefusal | null
  /** The entries for their device and address on the account's block and watch lists. */
  readonly listed: readonly ListedMark[]
  /** They objected to being judged across studies. */
  readonly hasObjected: boolean
}

export const NOT_EXCLUDED: ExclusionFacts = {
  supplierId: null,
  earlier: null,
  notRecontacted: null,
  listed: [],
  hasObjected: false,
}

/** The marks that identify a respondent in another project. */
type Person = Pick<EntryOperation, 'rid' | 'fingerprint' | 'address'>

/** By which marks, in which projects and since when to look for an entrant. */
export function exclusionLookup(
  entry: EntryOperation,
  source: Pick<SourceFacts, 'supplierPricesCents'>,
  exclusion: SampleExclusionRule,
) {
  return {
    supplierId: entry.supplierId ?? supplierUnnamed(source, false),
    rid: entry.rid,
    fingerprint: entry.fingerprint,
    address: entry.address,
    sinceMs: entry.atMs - exclusion.lookBackDays * DAY_MS,
    projectIds: exclusion.projectIds,
    ofAnyState: exclusion.states === 'entrants',
  }
}

/** The refusal of a supplier that the project, or every project of the account, is closed to. */
export function excludedSupplier(source: SourceFacts, { supplierId }: ExclusionFacts): DoorRefusal | null {
  const kind = supplierId === null ? undefined : source.excludedSuppliers.get(supplierId)
  if (kind === undefined) return null
  return {
    rule: 'excluded_supplier',
    threshold: 'a supplier that is not excluded',
    value: kind === 'everywhere' ? 'every project' : `project ${source.projectId}`,
  }
}

const BY_MARK: Readonly<Record<SharedMark, string>> = {
  rid: 'the same respondent ID',
  fingerprint: 'the same device',
  address: 'the same address',
}

/** The refusal of a person who was in a project that the source excludes, with its name and the day (UTC). */
export function excludedFromProject({ exclusion }: SourceFacts, { earlier }: ExclusionFacts): DoorRefusal | null {
  if (exclusion === null || earlier === null) return null
  const { projectIds, states, lookBackDays } = exclusion
  const [who, projects] = [
    states === 'completes' ? 'no complete' : 'nobody who entered',
    projectIds.length === 1 ? '1 project' : `${projectIds.length} projects`,
  ]
  const name = earlier.projectName === null ? '' : ` “${earlier.projectName}”`
  const day = new Date(earlier.enteredAtMs).toISOString().slice(0, 10)
  return {
    rule: 'excluded_project',
    threshold: `${who} of ${projects} within ${lookBackDays} days`,
    value: `${earlier.projectId}${name}, entered on ${day} with ${BY_MARK[earlier.mark]}`,
  }
}

/** The entrants of one batch, for sources that exclude the entrants of a project: they are not in the database yet. */
export class SeenEntrants {
  /** Without such a source nothing is remembered. */
  readonly #projectIds: ReadonlySet<number>
  readonly #seen = new Map<string, EarlierEntry>()

  constructor(sources: Iterable<SourceFacts>) {
    const projectIds = new Set<number>()
    for (const { exclusion } of sources)
      if (exclusion?.states === 'entrants') for (const id of exclusion.projectIds) projectIds.add(id)
    this.#projectIds = projectIds
  }

  see(projectId: number, entry: Person & { readonly atMs: number }, supplierId: number | null): void {
    if (!this.#projectIds.has(projectId)) return
    for (const [mark, text] of marksOf(entry, supplierId))
      this.#seen.set(`${projectId}\n${text}`, { projectId, projectName: null, enteredAtMs: entry.atMs, mark })
  }

  /** The entrant's latest entry into a project that the source excludes, in the database and in this batch. */
  latest(
    stored: EarlierEntry | undefined,
    { exclusion }: SourceFacts,
    entry: Person,
    supplierId: number | null,
  ): EarlierEntry | null {
    if (this.#seen.size > 0 && exclusion?.states === 'entrants')
      for (const [, text] of marksOf(entry, supplierId))
        for (const projectId of exclusion.projectIds) {
          const seen = this.#seen.get(`${projectId}\n${text}`)
          if (seen) return seen
        }
    return stored ?? null
  }
}

/** The entrant's marks, the surest first. */
function marksOf({ rid, fingerprint, address }: Person, supplierId: number | null): [SharedMark, string][] {
  return [
    ...(supplierId === null ? [] : [['rid', `rid\n${supplierId}\n${rid}`] as [SharedMark, string]]),
    ...(fingerprint === null ? [] : [['fingerprint', `fingerprint\n${fingerprint}`] as [SharedMark, string]]),
    ...(address === null ? [] : [['address', `address\n${address}`] as [SharedMark, string]]),
  ]
}
