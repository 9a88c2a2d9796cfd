import type {
  AccountExclusion,
  AccountExclusionChanges,
  SampleExclusion,
  SampleExclusionChanges,
  SupplierExclusion,
  SupplierExclusionChanges,
} from '@desk/schema/exclusions/exclusion'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { openSource } from '../sources/save-source.ts'
import { holdSuppliers } from '../sources/source-suppliers.store.ts'
import { tellBatches } from '../sources/table-moved.ts'
import * as store from './exclusions.store.ts'

const ascending = (ids: readonly number[]): readonly number[] => ids.toSorted((one, other) => one - other)
const idsOf = (projects: readonly { readonly pm_proj_ud: number }[]): readonly number[] =>
  ascending(projects.map(({ pm_proj_ud: id }) => id))

/** Replaces whom a source keeps out for work in other projects (api:X3). */
export async function excludeSample(
  tx: Tx,
  actor: Actor,
  sourceId: number,
  { projects, states, look_back_days: lookBackDays, version }: SampleExclusionChanges,
): Promise<Outcome<SampleExclusion>> {
  const { accountId, at } = actor
  const source = await openSource(tx, accountId, sourceId)
  if (!source) return { kind: 'missing' }
  const read = async () =>
    requireFound(await store.findSampleExclusion(tx, accountId, sourceId, at), 'exclusion of the source')
  const details = [
    ...projects.flatMap((id, index) =>
      id === source.place.projectId
        ? [{ path: ['projects', String(index)], message: 'A source cannot exclude its own project' }]
        : [],
    ),
    ...(await unknownProjects(tx, accountId, projects)),
  ]
  return edit(tx, actor, {
    scope: 'source',
    noun: 'exclusion of the source',
    id: sourceId,
    lock: read,
    judge: stored =>
      refusedFor(details) ?? {
        before: { projectIds: idsOf(stored.projects), states: stored.states, lookBackDays: stored.look_back_days },
        after: { projectIds: ascending(projects), states, lookBackDays },
      },
    version: stored => ({ seen: version, stored: stored.version }),
    async write(after) {
      await store.storeSampleExclusion(tx, accountId, sourceId, after)
    },
    facts: async () => sampleFacts(await read()),
    // a batch that waits for the lock reads the edit
    tell: () => tellBatches(tx, accountId, source.place.surveyId),
    read,
  })
}

/** Replaces the projects that exclude a supplier (api:X6). */
export function excludeSupplier(
  tx: Tx,
  actor: Actor,
  supplierId: number,
  { projects, version }: SupplierExclusionChanges,
): Promise<Outcome<SupplierExclusion>> {
  const { accountId } = actor
  const read = async () =>
    requireFound(await store.findSupplierExclusion(tx, accountId, supplierId), 'exclusion of the supplier')
  return edit(tx, actor, {
    scope: 'supplier',
    noun: 'exclusion of the supplier',
    id: supplierId,
    async lock() {
      await store.holdSupplier(tx, accountId, supplierId)
      return store.findSupplierExclusion(tx, accountId, supplierId)
    },
    judge: async stored =>
      refusedFor(await unknownProjects(tx, accountId, projects)) ?? {
        before: idsOf(stored.projects),
        after: ascending(projects),
      },
    version: stored => ({ seen: version, stored: stored.version }),
    write: after => store.storeSupplierExclusion(tx, accountId, supplierId, after),
    facts: async () => ({ excluded_projects: textsOrNull((await read()).projects.map(store.projectText)) }),
    read,
  })
}

/** Replaces the suppliers that the account keeps out of every project (api:X8). */
export function excludeForAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { suppliers, version }: AccountExclusionChanges,
): Promise<Outcome<AccountExclusion>> {
  const read = () => store.findAccountExclusion(tx, accountId)
  return edit(tx, actor, {
    scope: 'account',
    noun: 'list of excluded suppliers',
    id: accountId,
    async lock() {
      if (accountId !== actor.accountId) return undefined
      await store.holdAccountExclusion(tx, accountId)
      return read()
    },
    judge: async stored =>
      refusedFor(await unknownSuppliers(tx, accountId, suppliers)) ?? {
        before: ascending(stored.suppliers.map(({ pm_sup_ud: id }) => id)),
        after: ascending(suppliers),
      },
    version: stored => ({ seen: version, stored: stored.version }),
    write: after => store.storeAccountExclusion(tx, accountId, after),
    facts: async () => ({
      excluded_suppliers: textsOrNull((await read()).suppliers.map(({ name, pm_sup_ud: id }) => `${name} (${id})`)),
    }),
    read,
  })
}

async function unknownProjects(tx: Tx, accountId: number, ids: readonly number[]): Promise<readonly Detail[]> {
  const known = await store.knownProjects(tx, accountId, ids)
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: ['projects', String(index)], message: 'Project is not in the list' }],
  )
}

async function unknownSuppliers(tx: Tx, accountId: number, ids: readonly number[]): Promise<readonly Detail[]> {
  const known = await holdSuppliers(tx, accountId, ids)
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: ['suppliers', String(index)], message: 'Supplier is not in the list' }],
  )
}

const textsOrNull = (texts: readonly string[]): readonly string[] | null => (texts.length === 0 ? null : texts)

function sampleFacts({ projects, states, look_back_days: days }: SampleExclusion): HistoryFacts {
  const names = textsOrNull(projects.map(store.projectText))
  return {
    excluded_projects: names,
    excluded_states: names === null ? null : states,
    excluded_days: names === null ? null : days,
  }
}
