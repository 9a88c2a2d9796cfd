import type { Tx } from '#kernel/db/tx'
import type { AutoPause } from '#statuses/auto-pause'
import { NO_CROWDS } from '../door/crowds.ts'
import { claimsComplete } from '../door/return-rules.ts'
import { judgesLengths } from '../door/judge-return.ts'
import type { ReachedTarget } from '../door/reached-targets.ts'
import {
  type RespondentRow,
  rollupKey,
  SCOPES,
  type BatchFacts,
  type Duplicates,
  type EarlierEntry,
  type InvitedPerson,
  type LengthSpread,
  type ListedMark,
  type QuotaFacts,
  type Scope,
  type SourceFacts,
  type SourceSetup,
  type SourceState,
  type SupplierFacts,
} from '../facts/ledger-facts.ts'
import type { LedgerLines } from '../facts/ledger-lines.ts'
import type { LedgerOperation, LedgerOutcome } from '../facts/ledger-operations.ts'
import { NO_LOI } from '../facts/loi-median.ts'
import { hourOf } from '../facts/pacing.ts'
import { addTally, emptyTally } from '../facts/tally.ts'
import { BatchFold, type BatchSums } from './batch-fold.ts'
import type { FeedRow, Figures } from './ledger-figure-writes.store.ts'
import { lockAndRead } from './ledger-reads.store.ts'
import { readLengthSpreads } from './length-spreads.store.ts'
import { readForRules, type RuleReadings } from './rule-readings.ts'
import { writeFigures, writeLines } from './ledger-writes.store.ts'
import { settleMedians, type KeptWindow, type LoiWindows, type ScopeOfBatch } from './loi-medians.ts'
import type { StudySetupCache } from './study-setups.ts'

export interface BatchPorts {
  /** Pauses a source or a survey within the batch's transaction. */
  readonly autoPause: (tx: Tx, accountId: number, pause: AutoPause) => Promise<boolean>
  /** Called when a median pointer does not fit its histogram; the batch keeps the former median. */
  readonly onDrift: (drift: { accountId: number; scope: Scope; scopeId: number }) => void
  readonly setups: StudySetupCache
  readonly windows: LoiWindows
  /** The longest time that a respondent in progress keeps a place in a sub-quota. */
  readonly placeKeptMs: number
}

export interface BatchOptions {
  readonly nowMs: number
  /** Past respondents (of the demo): their hours wake no chart, and targets reached then pause nothing now. */
  readonly history?: boolean
}

export interface RunBatch {
  readonly outcomes: readonly LedgerOutcome[]
  /** Cached only if the transaction commits. */
  readonly windows: ReadonlyMap<string, KeptWindow>
}

/**
 * Judges and writes a batch of one account's operations in the open transaction: locks, reads, folds, writes. The outcomes hold
 * only if the transaction commits.
 */
export async function runBatch(
  tx: Tx,
  accountId: number,
  operations: readonly LedgerOperation[],
  ports: BatchPorts,
  options: BatchOptions,
): Promise<RunBatch> {
  const facts = await readFacts(tx, accountId, operations, NOTHING_TOUCHED, ports.setups, options.nowMs)
  const fold = new BatchFold(accountId, facts, ports.placeKeptMs)
  const { outcomes, unwritten } = await foldAndSendLines(tx, accountId, operations, fold)
  return { outcomes, windows: await writeSums(tx, accountId, fold, facts, unwritten, ports, options) }
}

/**
 * Writes the results of a fold: its changed respondents, every figure, the feed, and pauses of targets that it reached.
 * @param unwritten lines that no statement wrote yet
 * @returns the windows of the medians, to be cached only if the transaction commits
 */
export async function writeSums(
  tx: Tx,
  accountId: number,
  fold: BatchFold,
  facts: BatchFacts,
  unwritten: LedgerLines | null,
  ports: BatchPorts,
  options: BatchOptions,
): Promise<ReadonlyMap<string, KeptWindow>> {
  const sums = fold.sums()
  const scopes = scopeTallies(sums, facts)
  // PostgreSQL still writes the last lines; further statements queue behind them
  const { pointers, windows } = await settleMedians(tx, accountId, scopes, facts.rollups, ports.windows, ports.onDrift)
  if (scopes.size > 0 || sums.moved.length > 0) {
    const figures: Figures = {
      moved: sums.moved,
      scopes: [...scopes].map(([key, scope]) => ({
        ...scope,
        loi: pointers.get(key) ?? facts.rollups.get(key)?.loi ?? NO_LOI,
      })),
      suppliers: sums.suppliers,
      endings: sums.endings,
      quotas: sums.quotas,
      arrivals: sums.arrivals,
      addresses: sums.addresses,
      feed: feedRows(sums, facts, options.history ?? false),
    }
    tx.leave(writeFigures(tx, accountId, figures, unwritten))
  } else if (unwritten) tx.leave(writeLines(tx, accountId, unwritten))
  if (!options.history)
    for (const pause of inLockOrder(sums.autoPauses))
      await ports.autoPause(tx, accountId, { ...pause, at: new Date(options.nowMs) })
  return windows
}

/** The size up to which a batch is written by one statement. */
const AT_ONCE = 125
/** How many operations of a larger one are folded while PostgreSQL writes the ones before; the first group is small, so that writing begins soon. */
const CHUNK = 250
const FIRST_CHUNK = 50

interface FoldedLines {
  readonly outcomes: LedgerOutcome[]
  /** Lines that are written with the figures, of a batch small enough for one statement. */
  readonly unwritten: LedgerLines | null
}

async function foldAndSendLines(
  tx: Tx,
  accountId: number,
  operations: readonly LedgerOperation[],
  fold: BatchFold,
): Promise<FoldedLines> {
  const outcomes: LedgerOutcome[] = []
  const foldUpTo = (upTo: number): LedgerLines => {
    for (const operation of operations.slice(outcomes.length, upTo))
      outcomes.push(fold.take(operation, outcomes.length))
    return fold.takeLines()
  }
  // a respondent who enters and ends within one batch, as in the demo's history, is written once, in the last state
  if (operations.length <= AT_ONCE || operations.some(({ kind }) => kind === 'entered')) {
    const lines = foldUpTo(operations.length)
    return { outcomes, unwritten: lines.events.length > 0 ? lines : null }
  }
  while (outcomes.length < operations.length) {
    const lines = foldUpTo(outcomes.length === 0 ? FIRST_CHUNK : outcomes.length + CHUNK)
    if (lines.events.length > 0) tx.leave(writeLines(tx, accountId, lines))
  }
  return { outcomes, unwritten: null }
}

/** A fold's objects beyond the respondents and sources that its operations name. */
export interface Touched {
  readonly sourceIds: readonly number[]
  readonly supplierIds: readonly number[]
}

const NOTHING_TOUCHED: Touched = { sourceIds: [], supplierIds: [] }

const NOTHING_SET_UP = {
  suppliers: new Map<number, SupplierFacts>(),
  hashRequired: false,
  unsignedOverrule: false,
  hashSecrets: [],
  objections: new Set<string>(),
  supplierCompletes: new Map<string, number>(),
  duplicates: new Map<number, Duplicates>(),
  earlierEntries: new Map<number, EarlierEntry>(),
  invited: new Map<number, InvitedPerson>(),
  spreads: new Map<number, LengthSpread>(),
  listed: new Map<number, readonly ListedMark[]>(),
  crowds: NO_CROWDS,
}

/** Locks the scopes of these operations, and of what else is touched, and reads what judging them asks for. */
export async function readFacts(
  tx: Tx,
  accountId: number,
  operations: readonly LedgerOperation[],
  touched: Touched,
  cache: StudySetupCache,
  nowMs: number,
): Promise<BatchFacts> {
  const hexes = new Set<string>()
  const entrants: { sourceId: number; rid: string }[] = []
  for (const operation of operations) {
    if (operation.kind === 'enter' || operation.kind === 'entered') entrants.push(operation)
    else hexes.add(operation.hex)
  }
  const locking = lockAndRead(tx, accountId, [...hexes], entrants, touched.sourceIds, hourOf(nowMs), {
    spreads: claimsCompletes(operations) && cache.judgedLengths(accountId),
  })
  const ahead = readAhead(tx, accountId, operations, entrants, cache, nowMs)
  const locked = await locking
  const { rollups, sources: states, quotas, respondents, doorVersion } = locked
  // a made-up RDUD can name any account: for a missing one nothing is read or cached
  if (states.length === 0) return { ...NOTHING_SET_UP, doorVersion, sources: new Map(), rollups, respondents }
  const supplierIds = new Set([...touched.supplierIds, ...respondents.flatMap(({ supplierId }) => supplierId ?? [])])
  const { setups, version, hasListedMarks, ...study } = await cache.read(
    tx,
    accountId,
    doorVersion,
    states.map(({ sourceId }) => sourceId),
    [...supplierIds],
    nowMs,
  )
  // edited in between: statuses and targets are read again, so that all are of one version
  if (version !== doorVersion) return readFacts(tx, accountId, operations, touched, cache, nowMs)
  const sources = new Map<number, SourceFacts>()
  for (const state of states) {
    const setup = setups.get(state.sourceId)
    if (setup) sources.set(state.sourceId, sourceFacts(setup, state, quotas.get(state.sourceId) ?? []))
  }
  const isAsked = ahead !== null && ahead.version === doorVersion && locked.atOnce
  const [asked, spreads] = await Promise.all([
    isAsked ? ahead.readings : readForRules(tx, accountId, operations, setups, hasListedMarks, nowMs),
    locked.spreads ?? readLengthSpreads(tx, accountId, sourcesOfLengths(operations, respondents, sources)),
  ])
  return { ...study, ...asked, doorVersion, sources, rollups, respondents, spreads }
}

/**
 * The readings for the rules of a batch's entrants, as far as the cached setups know the rules. The number of edits
 * at that read says whether they were right.
 */
interface ReadAhead {
  readonly version: number
  readonly readings: Promise<RuleReadings>
}

/**
 * Sends the rules' queries right behind the statement that locks, by the cached setups: PostgreSQL goes on with them
 * before the locks' answer is read here, and sees the commits up to the locks. Null: not all sources are cached.
 */
function readAhead(
  tx: Tx,
  accountId: number,
  operations: readonly LedgerOperation[],
  entrants: readonly { readonly sourceId: number }[],
  cache: StudySetupCache,
  nowMs: number,
): ReadAhead | null {
  if (entrants.length === 0) return null
  const kept = cache.kept(
    accountId,
    entrants.map(({ sourceId }) => sourceId),
  )
  if (kept === null) return null
  const readings = readForRules(tx, accountId, operations, kept.setups, kept.hasListedMarks, nowMs)
  readings.catch(() => {}) // awaited once the locks are answered, unless they fail first
  return { version: kept.version, readings }
}

/** Whether a respondent returns as a complete. */
function claimsCompletes(operations: readonly LedgerOperation[]): boolean {
  return operations.some(operation => operation.kind === 'return' && claimsComplete(operation.inboundCode))
}

/** The sources whose spread of interview lengths judges a complete of the batch. */
function sourcesOfLengths(
  operations: readonly LedgerOperation[],
  respondents: readonly RespondentRow[],
  sources: ReadonlyMap<number, SourceFacts>,
): number[] {
  const needed = new Set<number>()
  if (![...sources.values()].some(judgesLengths)) return []
  const rows = new Map(respondents.map(row => [row.hex, row]))
  for (const operation of operations) {
    if (operation.kind !== 'return' || !claimsComplete(operation.inboundCode)) continue
    const row = rows.get(operation.hex)
    const source = row && sources.get(row.sourceId)
    if (source && judgesLengths(source)) needed.add(source.sourceId)
  }
  return [...needed]
}

/** Field by field: objects that are spread into one another differ in shape, and every line that reads them becomes slower (docs/decisions/0033). */
function sourceFacts(setup: SourceSetup, state: SourceState, quotas: readonly QuotaFacts[]): SourceFacts {
  return {
    sourceId: state.sourceId,
    surveyId: state.surveyId,
    projectId: state.projectId,
    status: state.status,
    surveyStatus: state.surveyStatus,
    projectStatus: state.projectStatus,
    target: state.target,
    surveyTarget: state.surveyTarget,
    supplyPriceCents: state.supplyPriceCents,
    sellPriceCents: state.sellPriceCents,
    outOfFieldAtMs: state.outOfFieldAtMs,
    completesThisHour: state.completesThisHour,
    type: setup.type,
    calculationType: setup.calculationType,
    clickBalancing: setup.clickBalancing,
    pacing: setup.pacing,
    holdPlaces: setup.holdPlaces,
    surveyHoldPlaces: setup.surveyHoldPlaces,
    testToken: setup.testToken,
    surveyUrl: setup.surveyUrl,
    loiMinutes: setup.loiMinutes,
    irPercent: setup.irPercent,
    country: setup.country,
    devices: setup.devices,
    autoPauseRules: setup.autoPauseRules,
    supplierPricesCents: setup.supplierPricesCents,
    supplierShares: setup.supplierShares,
    redirects: setup.redirects,
    qualifications: setup.qualifications,
    rules: setup.rules,
    supplierRules: setup.supplierRules,
    exclusion: setup.exclusion,
    excludedSuppliers: setup.excludedSuppliers,
    holdOut: setup.holdOut,
    isRecontact: setup.isRecontact,
    quotas,
  }
}

function scopeTallies({ tallies }: BatchSums, { sources }: BatchFacts): Map<string, ScopeOfBatch> {
  const scopes = new Map<string, ScopeOfBatch>()
  for (const [sourceId, tally] of tallies) {
    const source = sources.get(sourceId)
    if (!source) continue
    scopes.set(rollupKey(SCOPES.source, sourceId), { scope: SCOPES.source, scopeId: sourceId, tally })
    for (const [scope, scopeId] of [
      [SCOPES.survey, source.surveyId],
      [SCOPES.project, source.projectId],
    ] as const) {
      const key = rollupKey(scope, scopeId)
      let sum = scopes.get(key)
      if (sum === undefined) scopes.set(key, (sum = { scope, scopeId, tally: emptyTally() }))
      addTally(sum.tally, tally)
    }
  }
  return scopes
}

function feedRows({ tallies, completes }: BatchSums, { sources }: BatchFacts, history: boolean): FeedRow[] {
  return [...tallies].flatMap(([sourceId, { hours }]): FeedRow[] => {
    const source = sources.get(sourceId)
    if (!source) return []
    const { surveyId, projectId } = source
    const moved = history
      ? []
      : [...hours]
          .filter(([, { completesLive, completesTest }]) => completesLive !== 0 || completesTest !== 0)
          .map(([hourMs]) => hourMs)
    // webhooks say nothing of past respondents; the others are in the first row of their source
    const became = history ? undefined : completes.get(sourceId)
    return (moved.length === 0 ? [null] : moved).map((hourMs, at) => ({
      projectId,
      surveyId,
      sourceId,
      hourMs,
      completes: at === 0 && became !== undefined ? `{${became.join(',')}}` : null,
    }))
  })
}

/** Surveys before their sources, each by id: the order in which every status change takes its locks. */
function inLockOrder(pauses: readonly ReachedTarget[]): ReachedTarget[] {
  return pauses.toSorted((a, b) => (a.scope === b.scope ? a.id - b.id : a.scope === 'survey' ? -1 : 1))
}
