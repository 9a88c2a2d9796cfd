import { respondentStep } from '@desk/machines/respondent/respondent-step'
import { abandonDueAtMs } from '@desk/machines/respondent/abandon'
import { INBOUND_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import { STATUS_CODES, type AutoPauseReason } from '@desk/schema/statuses/status'
import { judgeEntry, windowMs, type DoorCounts } from './door.ts'
import { rollupKey, SCOPES, type Arrival, type BatchFacts, type Duplicates, type QuotaFacts, type RespondentRow, type SourceFacts, type SupplierFacts } from './ledger-facts.ts'
import type { AbandonOperation, EntryOperation, LedgerOperation, LedgerOutcome, PastEntryOperation, Refusal, ReturnOperation } from './ledger-operations.ts'
import { clicksTarget, hourOf } from './pacing.ts'
import { formatRdud, newRdudHex } from './rdud.ts'
import { REDIRECT_OF_STATE, supplierRedirect, surveyAddress, type RedirectUrls } from './redirects.ts'
import { judgeHash } from './return-hash.ts'
import { countMove, emptyTally, isComplete, isInflight, type Tally } from './tally.ts'

/** One line of the ledger. */
export interface LedgerEvent {
  readonly atMs: number
  readonly hex: string
  readonly sourceId: number
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly changed: boolean
  readonly isTest: boolean
  readonly interviewSeconds: number | null
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
  readonly detail: EventDetail | null
}

/** What a line of the ledger says beyond the states; what is ordinary is left out. */
export interface EventDetail extends Partial<Refusal> {
  readonly inbound?: string
  readonly via?: 'server'
  readonly hash?: 'valid' | 'missing' | 'wrong'
  readonly late?: true
  readonly again?: true
}

export interface QuotaChange {
  readonly sourceId: number
  readonly quotaNo: number
  completes: number
  inflight: number
}

export interface AutoPause {
  readonly scope: 'source' | 'survey'
  readonly id: number
  readonly reason: AutoPauseReason
}

/** Lines for the ledger, and who came with them. */
export interface LedgerLines {
  readonly fresh: readonly { readonly row: RespondentRow; readonly arrival: Arrival }[]
  readonly events: readonly LedgerEvent[]
}

/** What a batch adds up to. */
export interface BatchSums {
  /** Who was there before the batch and moved, as they are now. */
  readonly moved: readonly RespondentRow[]
  /** By source. */
  readonly tallies: ReadonlyMap<number, Tally>
  readonly quotas: readonly QuotaChange[]
  readonly autoPauses: readonly AutoPause[]
}

const NO_DUPLICATES: Duplicates = { sameFingerprint: 0, sameAddress: 0 }
/** Why a server-to-server return that says something else than what was said before changed nothing. */
const UNBELIEVED: Refusal = { rule: 'unsigned_return', threshold: 'a valid hash', value: 'none checked' }
const KNOWN_INBOUND_CODES = Object.keys(INBOUND_CODES).join(', ')

/** Folds operations, in their order, over the facts that were read under the batch's lock. It writes nothing. */
export class BatchFold {
  readonly #accountId: number
  readonly #facts: BatchFacts
  readonly #placeKeptMs: number
  readonly #respondents = new Map<string, RespondentRow>()
  readonly #hexByRid = new Map<string, string>()
  readonly #arrivals = new Map<string, Arrival>()
  readonly #moved = new Set<string>()
  #events: LedgerEvent[] = []
  readonly #tallies = new Map<number, Tally>()
  readonly #quotas = new Map<string, QuotaChange>()
  readonly #seen = new Map<string, number>()

  /** @param placeKeptMs how long a place in a sub-quota is kept for a respondent in progress, at most */
  constructor(accountId: number, facts: BatchFacts, placeKeptMs: number) {
    this.#accountId = accountId
    this.#facts = facts
    this.#placeKeptMs = placeKeptMs
    for (const row of facts.respondents) this.#remember(row)
  }

  /** Takes the batch's next operation, of that number in it. */
  take(operation: LedgerOperation, number: number): LedgerOutcome {
    switch (operation.kind) {
      case 'enter':
        return this.#enter(operation, this.#facts.duplicates.get(number) ?? NO_DUPLICATES)
      case 'entered':
        return this.#entered(operation)
      case 'return':
        return this.#return(operation)
      case 'abandon':
        return this.#abandon(operation)
    }
  }

  /** Gives the lines since they were last asked for. */
  takeLines(): LedgerLines {
    const lines: LedgerLines = {
      fresh: [...this.#arrivals].map(([hex, arrival]) => ({ row: this.#row(hex), arrival })),
      events: this.#events,
    }
    this.#arrivals.clear()
    this.#events = []
    return lines
  }

  /** What all operations together add up to. */
  sums(): BatchSums {
    return { moved: [...this.#moved].map(hex => this.#row(hex)), tallies: this.#tallies, quotas: [...this.#quotas.values()], autoPauses: this.#autoPauses() }
  }

  #row(hex: string): RespondentRow {
    const row = this.#respondents.get(hex)
    if (!row) throw new Error(`${hex} was never read or made`)
    return row
  }

  #enter(entry: EntryOperation, stored: Duplicates): LedgerOutcome {
    const source = this.#facts.sources.get(entry.sourceId)
    if (!source) return { kind: 'not_found', what: 'source' }
    const isTest = entry.testToken !== null
    if (isTest && entry.testToken !== source.testToken) return { kind: 'not_found', what: 'test_link' }
    const known = this.#knownAs(entry)
    if (known) return this.#enterAgain(entry, known, source)
    const supplierId = entry.supplierId ?? supplierUnnamed(source, isTest)
    if (supplierId !== null && !source.supplierPricesCents.has(supplierId)) return { kind: 'not_found', what: 'supplier' }
    if (supplierId === null && source.supplierPricesCents.size > 1) return { kind: 'not_found', what: 'no_supplier' }

    const verdict = judgeEntry(entry, source, this.#doorCounts(source, entry.atMs), this.#quotasOf(source), this.#duplicates(entry, source, stored), isTest)
    const row = newRow(newRdudHex(), entry, supplierId, isTest, verdict.code, source, 'quotaNo' in verdict ? verdict.quotaNo : null)
    this.#addEntrant(row, entry, source, 'refusal' in verdict ? verdict.refusal : null)
    return this.#sent(row, source, false)
  }

  /** The same rid on the same source is the same person (domain.md §3). */
  #enterAgain(entry: EntryOperation, row: RespondentRow, source: SourceFacts): LedgerOutcome {
    this.#log(row, entry.atMs, row.code, false, { again: true })
    return this.#sent(row, source, true)
  }

  #entered(entry: PastEntryOperation): LedgerOutcome {
    const source = this.#facts.sources.get(entry.sourceId)
    if (!source) return { kind: 'not_found', what: 'source' }
    if (this.#knownAs(entry)) return { kind: 'not_found', what: 'respondent' }
    this.#addEntrant(newRow(entry.hex, entry, entry.supplierId, entry.isTest, entry.code, source, null), entry, source, entry.refusal)
    return { kind: 'sent', hex: entry.hex, code: entry.code, outcome: null, address: null, repeat: false, late: false }
  }

  #return(back: ReturnOperation): LedgerOutcome {
    const row = this.#respondents.get(back.hex)
    const source = row && this.#facts.sources.get(row.sourceId)
    if (!row || !source) return { kind: 'not_found', what: 'respondent' }
    const { code, detail, isBelieved } = this.#judgeReturn(back)
    const late = row.abandonAtMs !== null && back.atMs > row.abandonAtMs
    const event = { type: 'return.received', code, viaServer: back.viaServer, isBelieved, late } as const
    const step = respondentStep(row.code, row, event)
    const wouldOverrule = step.repeat && !isBelieved && respondentStep(row.code, row, { ...event, isBelieved: true }).changed
    const isOrdinary = step.changed && !step.late && !back.viaServer && detail === null
    const told: EventDetail | null = isOrdinary
      ? null
      : {
          ...detail,
          ...(wouldOverrule ? UNBELIEVED : {}),
          ...(step.changed && code !== 35 ? {} : { inbound: back.inboundCode }),
          ...(back.viaServer ? { via: 'server' as const } : {}),
          ...(step.changed && step.late ? { late: true as const } : {}),
          ...(step.repeat ? { again: true as const } : {}),
        }
    this.#move(row, source, { ...row, code: step.code, late: step.late, viaServer: step.viaServer }, back.atMs, told)
    return this.#sent(this.#row(row.hex), source, step.repeat)
  }

  /** What a return says, and whether a server that says it is believed against what was said before: where it is signed, or need not be. */
  #judgeReturn({ inboundCode, parameters, sent }: ReturnOperation): { code: 30 | 31 | 32 | 33 | 34 | 35; detail: EventDetail | null; isBelieved: boolean } {
    const hash = parameters === null ? 'unchecked' : judgeHash(parameters, this.#facts.hashSecrets, this.#facts.hashRequired, sent)
    const checked = hash === 'unchecked' ? null : { hash }
    if (hash === 'missing' || hash === 'wrong') {
      return { code: 35, detail: { ...checked, rule: 'hash', threshold: 'a valid hash', value: hash }, isBelieved: false }
    }
    const isBelieved = hash === 'valid' || parameters === null || this.#facts.unsignedOverrule
    const code = Object.hasOwn(INBOUND_CODES, inboundCode) ? INBOUND_CODES[inboundCode] : undefined
    if (isReturnCode(code)) return { code, detail: checked, isBelieved }
    return { code: 35, detail: { ...checked, rule: 'inbound_code', threshold: `one of ${KNOWN_INBOUND_CODES}`, value: inboundCode }, isBelieved }
  }

  #abandon({ hex, atMs }: AbandonOperation): LedgerOutcome {
    const row = this.#respondents.get(hex)
    const source = row && this.#facts.sources.get(row.sourceId)
    if (!row || !source) return { kind: 'not_found', what: 'respondent' }
    if (row.abandonAtMs === null || atMs < row.abandonAtMs) {
      if (holdsPlace(row) && atMs >= (row.inSurveyAtMs ?? atMs) + this.#placeKeptMs) this.#freePlace(row, source, atMs)
      return this.#sent(this.#row(hex), source, true)
    }
    const step = respondentStep(row.code, row, { type: 'abandon.due' })
    if (step.changed) this.#move(row, source, { ...row, code: step.code }, atMs, null)
    return this.#sent(this.#row(hex), source, !step.changed)
  }

  /** Gives a place in a sub-quota to others: whoever enters and never returns keeps nobody out for longer. */
  #freePlace(row: RespondentRow, source: SourceFacts, atMs: number): void {
    this.#move(row, source, { ...row, placeFreed: true }, atMs, { rule: 'sub_quota_place', threshold: `${Math.round(this.#placeKeptMs / 60_000)} minutes`, value: 'given back' })
    this.#tally(row.sourceId) // the quota's counter is a figure of the source: its version goes up, and the feed tells it
  }

  /** Moves a known respondent to the row's next state; what does not change is logged all the same. */
  #move(row: RespondentRow, source: SourceFacts, next: RespondentRow, atMs: number, detail: EventDetail | null): void {
    const changed = next.code !== row.code
    const interviewSeconds = row.interviewSeconds ?? (row.inSurveyAtMs === null || isInflight(next.code) || next.code === 40 ? null : secondsBetween(row.inSurveyAtMs, atMs))
    const cpiCents = !isComplete(next.code) ? null : isComplete(row.code) ? row.cpiCents : this.#priceCents(row, source)
    const sellPriceCents = !isComplete(next.code) ? null : isComplete(row.code) ? row.sellPriceCents : (source.sellPriceCents ?? 0)
    const moved: RespondentRow = changed ? { ...next, interviewSeconds, endedAtMs: atMs, cpiCents, sellPriceCents } : next
    if (changed || next.late !== row.late || next.viaServer !== row.viaServer || next.placeFreed !== row.placeFreed) {
      this.#respondents.set(row.hex, moved)
      if (row.place !== null) this.#moved.add(row.hex)
    }
    this.#log(moved, atMs, row.code, changed, detail)
    this.#countQuota(moved, row)
    if (!changed) return
    countMove(this.#tally(row.sourceId), { from: row.code, to: moved.code, atMs, isTest: row.isTest, before: row, after: moved })
  }

  #addEntrant(row: RespondentRow, { atMs, address, fingerprint }: EntryOperation | PastEntryOperation, source: SourceFacts, refusal: Refusal | null): void {
    this.#remember(row)
    const placeUntilMs = atMs + this.#placeKeptMs
    const isFreedEarlier = holdsPlace(row) && row.abandonAtMs !== null && placeUntilMs < row.abandonAtMs
    this.#arrivals.set(row.hex, { enteredAtMs: atMs, placeUntilMs: isFreedEarlier ? placeUntilMs : null, loiStatedSeconds: source.loiMinutes * 60, address, fingerprint, surveyId: source.surveyId, projectId: source.projectId })
    this.#log(row, atMs, null, true, refusal)
    countMove(this.#tally(row.sourceId), { from: null, to: row.code, atMs, isTest: row.isTest, before: row, after: row })
    this.#countQuota(row, null)
    if (row.isTest) return
    this.#see(markKey(source.surveyId, 'fingerprint', fingerprint))
    this.#see(markKey(source.surveyId, 'address', address))
  }

  #see(mark: string | null): void {
    if (mark !== null) this.#seen.set(mark, (this.#seen.get(mark) ?? 0) + 1)
  }

  #remember(row: RespondentRow): void {
    this.#respondents.set(row.hex, row)
    this.#hexByRid.set(`${row.sourceId}\n${row.rid}`, row.hex)
  }

  #knownAs({ sourceId, rid }: { sourceId: number; rid: string }): RespondentRow | undefined {
    const hex = this.#hexByRid.get(`${sourceId}\n${rid}`)
    return hex === undefined ? undefined : this.#respondents.get(hex)
  }

  #log(row: RespondentRow, atMs: number, from: RespondentCode | null, changed: boolean, detail: EventDetail | null): void {
    this.#events.push({
      atMs,
      hex: row.hex,
      sourceId: row.sourceId,
      from,
      to: row.code,
      changed,
      isTest: row.isTest,
      interviewSeconds: changed && isComplete(row.code) ? row.interviewSeconds : null,
      cpiCents: changed && isComplete(row.code) ? row.cpiCents : null,
      sellPriceCents: changed && isComplete(row.code) ? row.sellPriceCents : null,
      detail,
    })
  }

  #sent(row: RespondentRow, source: SourceFacts, repeat: boolean): LedgerOutcome {
    const rdud = formatRdud(this.#accountId, row.hex)
    const outcome = REDIRECT_OF_STATE[row.code]
    const supplier = row.supplierId === null ? undefined : this.#facts.suppliers.get(row.supplierId)
    const address = outcome === null ? surveyAddress(source.surveyUrl, rdud) : supplierRedirect(redirectsOf(source, supplier), outcome, row.rid, rdud)
    return { kind: 'sent', hex: row.hex, code: row.code, outcome, address, repeat, late: row.late }
  }

  /** The price in force now: agreed with this supplier, else the source's, else the supplier's own; lucid has none. */
  #priceCents({ supplierId }: RespondentRow, source: SourceFacts): number {
    if (source.type === 'lucid') return 0
    const agreed = supplierId === null ? null : source.supplierPricesCents.get(supplierId)
    const own = supplierId === null ? undefined : this.#facts.suppliers.get(supplierId)?.cpiCents
    return agreed ?? source.supplyPriceCents ?? own ?? 0
  }

  #tally(sourceId: number): Tally {
    let tally = this.#tallies.get(sourceId)
    if (tally === undefined) this.#tallies.set(sourceId, (tally = emptyTally()))
    return tally
  }

  #doorCounts(source: SourceFacts, atMs: number): DoorCounts {
    const rollup = this.#facts.rollups.get(rollupKey(SCOPES.source, source.sourceId))
    const tally = this.#tallies.get(source.sourceId)
    return {
      entrants: (rollup?.entrants ?? 0) + (tally?.entrants ?? 0),
      completes: (rollup?.completes ?? 0) + (tally?.columns.completes ?? 0),
      inflight: (rollup?.inflight ?? 0) + (tally?.columns.inflight ?? 0),
      completesThisHour: source.completesThisHour + (tally?.hours.get(hourOf(atMs))?.completesLive ?? 0),
    }
  }

  #quotasOf(source: SourceFacts): readonly QuotaFacts[] {
    if (source.quotas.length === 0) return source.quotas
    return source.quotas.map(quota => {
      const change = this.#quotas.get(`${source.sourceId}:${quota.quotaNo}`)
      return change ? { ...quota, completes: quota.completes + change.completes, inflight: quota.inflight + change.inflight } : quota
    })
  }

  #countQuota(row: RespondentRow, before: RespondentRow | null): void {
    const { sourceId, quotaNo, isTest } = row
    if (quotaNo === null || isTest) return
    const completes = Number(isComplete(row.code)) - Number(before !== null && isComplete(before.code))
    const inflight = Number(holdsPlace(row)) - Number(before !== null && holdsPlace(before))
    if (completes === 0 && inflight === 0) return
    const key = `${sourceId}:${quotaNo}`
    let change = this.#quotas.get(key)
    if (change === undefined) this.#quotas.set(key, (change = { sourceId, quotaNo, completes: 0, inflight: 0 }))
    change.completes += completes
    change.inflight += inflight
  }

  /** Those that the database knows, and those of this very batch. */
  #duplicates(entry: EntryOperation, { surveyId }: SourceFacts, stored: Duplicates): Duplicates {
    return {
      sameFingerprint: stored.sameFingerprint + this.#seenHere(markKey(surveyId, 'fingerprint', entry.fingerprint)),
      sameAddress: stored.sameAddress + this.#seenHere(markKey(surveyId, 'address', entry.address)),
    }
  }

  #seenHere(mark: string | null): number {
    return mark === null ? 0 : (this.#seen.get(mark) ?? 0)
  }

  /** Targets that this batch reached stop the traffic with it (domain.md §2). */
  #autoPauses(): AutoPause[] {
    const pauses: AutoPause[] = []
    const surveyCompletes = new Map<number, number>()
    for (const [sourceId, tally] of this.#tallies) {
      const source = this.#facts.sources.get(sourceId)
      if (!source) continue
      surveyCompletes.set(source.surveyId, (surveyCompletes.get(source.surveyId) ?? 0) + tally.columns.completes)
      if (source.status !== STATUS_CODES.live) continue
      const { completes, entrants } = this.#doorCounts(source, 0)
      const on = (rule: AutoPauseReason) => source.autoPauseRules.includes(rule)
      if (on('target_reached') && tally.columns.completes > 0 && completes >= source.target) {
        pauses.push({ scope: 'source', id: sourceId, reason: 'target_reached' })
      } else if (on('click_target_reached') && source.clickBalancing && source.calculationType !== 1 && entrants >= clicksTarget(source.target, source.irPercent)) {
        pauses.push({ scope: 'source', id: sourceId, reason: 'click_target_reached' })
      }
    }
    const surveys = new Map([...this.#facts.sources.values()].map(source => [source.surveyId, source]))
    for (const [surveyId, added] of surveyCompletes) {
      const survey = surveys.get(surveyId)
      if (!survey || added <= 0 || survey.surveyStatus !== STATUS_CODES.live || !survey.autoPauseRules.includes('target_reached')) continue
      const completes = (this.#facts.rollups.get(rollupKey(SCOPES.survey, surveyId))?.completes ?? 0) + added
      if (survey.surveyTarget > 0 && completes >= survey.surveyTarget) pauses.push({ scope: 'survey', id: surveyId, reason: 'target_reached' })
    }
    return pauses
  }
}

/** In progress by a sub-quota, which counts the place as taken. */
function holdsPlace({ quotaNo, isTest, code, placeFreed }: RespondentRow): boolean {
  return quotaNo !== null && !isTest && isInflight(code) && !placeFreed
}

function markKey(surveyId: number, what: 'fingerprint' | 'address', mark: string | null): string | null {
  return mark === null ? null : `${surveyId}\n${what}\n${mark}`
}

/** Whose respondent one is who names no supplier: the only one's; a test's is the first, since not everybody who tests may know which there are. */
function supplierUnnamed({ supplierPricesCents: prices }: SourceFacts, isTest: boolean): number | null {
  if (prices.size === 0 || (prices.size > 1 && !isTest)) return null
  return Math.min(...prices.keys())
}

function isReturnCode(code: RespondentCode | undefined): code is 30 | 31 | 32 | 33 | 34 {
  return code !== undefined && code >= 30 && code <= 34
}

/** Where respondents are taken back: by the source's own redirects, and by the supplier's where it has none of the type. */
function redirectsOf({ redirects }: SourceFacts, supplier: SupplierFacts | undefined): RedirectUrls {
  return redirects === null ? (supplier?.redirects ?? NO_REDIRECTS) : { ...supplier?.redirects, ...redirects }
}
const NO_REDIRECTS: RedirectUrls = {}

function secondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) / 1000))
}

function newRow(
  hex: string,
  { atMs, sourceId, rid }: EntryOperation | PastEntryOperation,
  supplierId: number | null,
  isTest: boolean,
  code: 11 | 20 | 21 | 22,
  source: SourceFacts,
  quotaNo: number | null,
): RespondentRow {
  const inSurvey = code === 11
  return {
    hex,
    place: null,
    sourceId,
    supplierId,
    rid,
    isTest,
    quotaNo,
    placeFreed: false,
    inSurveyAtMs: inSurvey ? atMs : null,
    abandonAtMs: inSurvey ? abandonDueAtMs(atMs, source.loiMinutes) : null,
    code,
    late: false,
    viaServer: false,
    interviewSeconds: null,
    cpiCents: null,
    sellPriceCents: null,
    endedAtMs: inSurvey ? null : atMs,
  }
}

/** Since when to look for others of an entrant's fingerprint and address among the survey's respondents; null: no rule asks. */
export function duplicateQuest(entry: EntryOperation, source: SourceFacts): { fingerprintSinceMs: number | null; addressSinceMs: number | null } | null {
  let fingerprintSinceMs: number | null = null
  let addressSinceMs: number | null = null
  for (const rule of source.rules) {
    if (rule.rule === 'duplicate_fingerprint' && entry.fingerprint !== null) fingerprintSinceMs = entry.atMs - windowMs(rule)
    if (rule.rule === 'duplicate_ip' && entry.address !== null) addressSinceMs = entry.atMs - windowMs(rule)
  }
  return fingerprintSinceMs === null && addressSinceMs === null ? null : { fingerprintSinceMs, addressSinceMs }
}
