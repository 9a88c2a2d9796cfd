import type { Tx } from '../db/tx.ts'
import { duplicateQuest, foldBatch, type AutoPause, type BatchResult } from './batch-fold.ts'
import { rollupKey, SCOPES, type BatchFacts, type RespondentRow, type RollupFacts, type Scope, type SourceFacts } from './ledger-facts.ts'
import type { EntryOperation, LedgerOperation, LedgerOutcome } from './ledger-operations.ts'
import { countDuplicates, lockRollups, readKnownEntrants, readLoiNeighbours, readRespondents, readStudyFacts, type DuplicateQuest } from './ledger-reads.store.ts'
import { writeBatch, type FeedRow, type ScopeTally } from './ledger-writes.store.ts'
import { bucketsNeeded, NO_LOI, settleMedian, type LoiPointer } from './loi-median.ts'
import { hourOf } from './pacing.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

export interface BatchPorts {
  /** Pauses a source or a survey within the batch's transaction. */
  readonly autoPause: (tx: Tx, accountId: number, pause: AutoPause & { readonly at: Date }) => Promise<boolean>
  /** Told when a median pointer does not fit its histogram; the batch goes on with the median as it was. */
  readonly onDrift: (drift: { accountId: number; scope: Scope; scopeId: number }) => void
}

export interface BatchOptions {
  readonly nowMs: number
  /** History: no hour of it wakes a chart, and no target that was reached then pauses anything now. */
  readonly history?: boolean
}

/**
 * Judges and writes a batch of one account's operations in the open transaction: locks, reads, folds, writes. Everything
 * that the outcomes say is stored when, and only when, the transaction commits.
 */
export async function runBatch(tx: Tx, accountId: number, operations: readonly LedgerOperation[], ports: BatchPorts, options: BatchOptions): Promise<readonly LedgerOutcome[]> {
  const facts = await readFacts(tx, accountId, operations, options.nowMs)
  const result = foldBatch(accountId, operations, facts)
  const scopes = scopeTallies(result, facts)
  const settled = await settleMedians(tx, accountId, scopes, facts.rollups, ports)
  if (result.events.length > 0) {
    await writeBatch(tx, accountId, {
      respondents: result.respondents.flatMap(row => {
        const source = facts.sources.get(row.sourceId)
        return source ? [{ row, surveyId: source.surveyId, projectId: source.projectId }] : []
      }),
      events: result.events,
      scopes: settled,
      quotas: result.quotas,
      feed: feedRows(result, facts, options.history ?? false),
    })
  }
  if (!options.history) for (const pause of inLockOrder(result.autoPauses)) await ports.autoPause(tx, accountId, { ...pause, at: new Date(options.nowMs) })
  return result.outcomes
}

async function readFacts(tx: Tx, accountId: number, operations: readonly LedgerOperation[], nowMs: number): Promise<BatchFacts> {
  const hexes = new Set<string>()
  const sourceIds = new Set<number>()
  const supplierIds = new Set<number>()
  const entrants: { sourceId: number; rid: string }[] = []
  for (const operation of operations) {
    if (operation.kind === 'return' || operation.kind === 'abandon') hexes.add(operation.hex)
    else {
      sourceIds.add(operation.sourceId)
      entrants.push(operation)
      if (operation.supplierId !== null) supplierIds.add(operation.supplierId)
    }
  }
  const rollups = await lockRollups(tx, accountId, [...hexes], [...sourceIds])
  const known = [...(await readRespondents(tx, accountId, [...hexes])), ...(await readKnownEntrants(tx, accountId, entrants))]
  const respondents = [...new Map<string, RespondentRow>(known.map(row => [row.hex, row])).values()]
  for (const { sourceId, supplierId } of respondents) {
    sourceIds.add(sourceId)
    if (supplierId !== null) supplierIds.add(supplierId)
  }
  const study = await readStudyFacts(tx, accountId, { sourceIds: [...sourceIds], supplierIds: [...supplierIds], nowMs, hourMs: hourOf(nowMs) })
  const duplicates = await countDuplicates(tx, accountId, duplicateQuests(operations, study.sources))
  return { ...study, rollups, respondents, duplicates }
}

function duplicateQuests(operations: readonly LedgerOperation[], sources: ReadonlyMap<number, SourceFacts>): DuplicateQuest[] {
  return operations.flatMap((operation, number) => {
    if (operation.kind !== 'enter') return []
    const source = sources.get(operation.sourceId)
    const quest = source && duplicateQuest(operation, source)
    return source && quest ? [asked(operation, number, source.surveyId, quest)] : []
  })
}

function asked(entry: EntryOperation, number: number, surveyId: number, quest: { fingerprintSinceMs: number | null; addressSinceMs: number | null }): DuplicateQuest {
  return { number, surveyId, fingerprint: entry.fingerprint, address: entry.address, ...quest }
}

function scopeTallies({ tallies }: BatchResult, { sources }: BatchFacts): Map<string, { scope: Scope; scopeId: number; tally: Tally }> {
  const scopes = new Map<string, { scope: Scope; scopeId: number; tally: Tally }>()
  for (const [sourceId, tally] of tallies) {
    const source = sources.get(sourceId)
    if (!source) continue
    scopes.set(rollupKey(SCOPES.source, sourceId), { scope: SCOPES.source, scopeId: sourceId, tally })
    for (const [scope, scopeId] of [[SCOPES.survey, source.surveyId], [SCOPES.project, source.projectId]] as const) {
      const key = rollupKey(scope, scopeId)
      let sum = scopes.get(key)
      if (sum === undefined) scopes.set(key, (sum = { scope, scopeId, tally: emptyTally() }))
      addTally(sum.tally, tally)
    }
  }
  return scopes
}

/** The exact medians after the batch, found from where they stood by a look at their neighbours. */
async function settleMedians(
  tx: Tx,
  accountId: number,
  scopes: ReadonlyMap<string, { scope: Scope; scopeId: number; tally: Tally }>,
  rollups: ReadonlyMap<string, RollupFacts>,
  ports: BatchPorts,
): Promise<ScopeTally[]> {
  const pointerOf = (key: string): LoiPointer => rollups.get(key)?.loi ?? NO_LOI
  const moving = [...scopes].filter(([, { tally }]) => tally.loi.size > 0)
  const needed = new Map(moving.map(([key, { tally }]) => [key, bucketsNeeded(pointerOf(key), tally.loi)]))
  const quests = moving.flatMap(([key, { scope, scopeId }]) => {
    const { seconds } = pointerOf(key)
    return seconds === null ? [] : [{ scope, scopeId, seconds, needed: needed.get(key) ?? 0 }]
  })
  const neighbours = await readLoiNeighbours(tx, accountId, quests)
  return [...scopes].map(([key, { scope, scopeId, tally }]) => {
    const pointer = pointerOf(key)
    const want = needed.get(key)
    if (want === undefined) return { scope, scopeId, tally, loi: pointer }
    const loi = settleMedian(pointer, tally.loi, neighbours.get(key) ?? [], want)
    if (loi === null) ports.onDrift({ accountId, scope, scopeId })
    return { scope, scopeId, tally, loi: loi ?? pointer }
  })
}

function feedRows({ tallies }: BatchResult, { sources }: BatchFacts, history: boolean): FeedRow[] {
  return [...tallies].flatMap(([sourceId, { hours }]): FeedRow[] => {
    const source = sources.get(sourceId)
    if (!source) return []
    const { surveyId, projectId } = source
    const moved = history ? [] : [...hours].filter(([, { completesLive, completesTest }]) => completesLive !== 0 || completesTest !== 0).map(([hourMs]) => hourMs)
    return (moved.length === 0 ? [null] : moved).map(hourMs => ({ projectId, surveyId, sourceId, hourMs }))
  })
}

/** Surveys before their sources, each by id: the order in which every status change takes its locks. */
function inLockOrder(pauses: readonly AutoPause[]): AutoPause[] {
  return pauses.toSorted((a, b) => (a.scope === b.scope ? a.id - b.id : a.scope === 'survey' ? -1 : 1))
}
