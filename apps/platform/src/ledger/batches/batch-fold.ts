import { respondentStep } from '@desk/machines/respondent/respondent-step'
import { answersOf } from '@desk/schema/respondents/conditions'
import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import { isShared, type SupplierShare } from '../door/allocation.ts'
import { Crowds, NO_CROWD, type AddressSeen, type SupplierArrivals } from '../door/crowds.ts'
import { doorCounts, judgeEntry, type PlacesTaken } from '../door/door.ts'
import { attemptsOf } from '../door/defender.ts'
import { rulesFor } from '../door/door-rules-of.ts'
import { SeenMarks } from '../door/duplicates.ts'
import { isHeldOut as holdsOut } from '../door/hold-out.ts'
import { SeenEntrants } from '../door/exclusions.ts'
import { needsOwnLink, notRecontacted, usedLink } from '../door/recontact.ts'
import {
  rollupKey,
  SCOPES,
  supplierKey,
  type Arrival,
  type BatchFacts,
  type Duplicates,
  type EntryFacts,
  type HeldOut,
  type RespondentRow,
  type SourceFacts,
} from '../facts/ledger-facts.ts'
import type { EventDetail, LedgerLines } from '../facts/ledger-lines.ts'
import { detailOf, eventOf } from '../facts/adjustments.ts'
import type {
  AbandonOperation,
  AdjustmentOperation,
  AdjustmentOutcome,
  EntryOperation,
  LedgerOperation,
  LedgerOutcome,
  PastEntryOperation,
  Refusal,
  ReturnOperation,
} from '../facts/ledger-operations.ts'
import { holdsPlace, QuotaPlaces, type QuotaChange } from '../facts/quota-places.ts'
import { formatRdud, newRdudHex } from '../facts/rdud.ts'
import { ruleFamily } from '../facts/rule-family.ts'
import { reachedTargets, type ReachedTarget } from '../door/reached-targets.ts'
import { REDIRECT_OF_STATE } from '../facts/redirects.ts'
import { judgeReturnOf } from '../door/judge-return.ts'
import { objectionKey, rulesOfStudy } from '../door/objections.ts'
import { supplierUnnamed } from '../facts/supplier-unnamed.ts'
import { completesOf, inflightOf, isComplete, isInflight, type Tally } from '../facts/tally.ts'
import { BatchLines } from './batch-lines.ts'
import { BatchTallies, type EndingCount, type SupplierCounts } from './batch-tallies.ts'
import { addressFor } from './respondent-address.ts'
import { adjustedRow, newRow, priceCents } from './respondent-rows.ts'
import { secondsBetween } from '../facts/seconds-between.ts'

/** The results of a batch. */
export interface BatchSums {
  /** Known respondents whose state the batch changed, as they are now. */
  readonly moved: readonly RespondentRow[]
  /** By source. */
  readonly tallies: ReadonlyMap<number, Tally>
  readonly suppliers: readonly SupplierCounts[]
  readonly endings: readonly EndingCount[]
  readonly quotas: readonly QuotaChange[]
  /** New completes, by source, in order. */
  readonly completes: ReadonlyMap<number, readonly string[]>
  /** Where rules count them. */
  readonly arrivals: readonly SupplierArrivals[]
  readonly addresses: readonly AddressSeen[]
  readonly autoPauses: readonly ReachedTarget[]
}

const NOT_COUNTED: Duplicates = {
  sameFingerprint: null,
  sameAddress: null,
  sameRid: null,
  ofFingerprint: null,
  ofAddress: null,
}
/** Why a server-to-server return that contradicts an earlier one changed nothing. */
const UNBELIEVED: Refusal = { rule: 'unsigned_return', threshold: 'a valid hash', value: 'none checked' }

/** The further detail on the line of an admitted respondent; the ordinary case is left out. */
function letInDetail(ordud: string | null, heldOut: HeldOut | null): EventDetail | null {
  return ordud === null && heldOut === null
    ? null
    : { ...(ordud === null ? {} : { ordud }), ...(heldOut === null ? {} : { heldOut }) }
}

/** Folds operations, in their order, over the facts that were read under the batch's lock. It writes nothing. */
export class BatchFold {
  readonly #accountId: number
  readonly #facts: BatchFacts
  readonly #placeKeptMs: number
  readonly #respondents = new Map<string, RespondentRow>()
  /** By source, and within it by rid. */
  readonly #known = new Map<number, Map<string, string>>()
  readonly #arrivals = new Map<string, Arrival>()
  readonly #moved = new Set<string>()
  readonly #completes = new Map<number, string[]>()
  readonly #lines = new BatchLines()
  readonly #tallies = new BatchTallies()
  readonly #places = new QuotaPlaces()
  readonly #seen = new SeenMarks()
  readonly #elsewhere: SeenEntrants
  readonly #crowds: Crowds

  /** @param placeKeptMs how long a place in a sub-quota is reserved for a respondent in progress, at most */
  constructor(accountId: number, facts: BatchFacts, placeKeptMs: number) {
    this.#accountId = accountId
    this.#facts = facts
    this.#placeKeptMs = placeKeptMs
    this.#elsewhere = new SeenEntrants(facts.sources.values())
    this.#crowds = new Crowds(facts.crowds)
    for (const row of facts.respondents) this.#remember(row)
  }

  /** Applies the batch's next operation, with its number. */
  take(operation: LedgerOperation, number: number): LedgerOutcome {
    switch (operation.kind) {
      case 'enter':
        return this.#enter(operation, number)
      case 'entered':
        return this.#entered(operation)
      case 'return':
        return this.#return(operation)
      case 'abandon':
        return this.#abandon(operation)
    }
  }

  /**
   * Rejects, accepts or restores a respondent (settlement.md §1). One who is not as the reconciliation saw them, or whom the machine
   * lets go nowhere, stays as they are.
   */
  adjust(operation: AdjustmentOperation): AdjustmentOutcome {
    const { hex, atMs, expected } = operation
    const row = this.#respondents.get(hex)
    const source = row && this.#facts.sources.get(row.sourceId)
    if (!row || !source || row.code !== expected.code || row.endedAtMs !== expected.endedAtMs)
      return { kind: 'moved', hex }
    const { code, changed } = respondentStep(row.code, row, eventOf(operation))
    if (!changed) return { kind: 'moved', hex }
    const endedAtMs = operation.kind === 'restore' ? operation.to.endedAtMs : atMs
    const after = adjustedRow(row, code, endedAtMs, source, this.#facts.suppliers)
    this.#respondents.set(hex, after)
    if (row.place !== null) this.#moved.add(hex)
    this.#lines.log(after, atMs, row.code, true, detailOf(operation), null)
    this.#places.count(after, row)
    // a restored complete counts in the hour in which it had counted
    const { isTest } = row
    this.#tallies.count(row, { from: row.code, to: code, atMs: endedAtMs ?? atMs, isTest, before: row, after })
    const { cpiCents, sellPriceCents } = after
    return { kind: 'adjusted', hex, from: row.code, to: code, cpiCents, sellPriceCents }
  }

  /** Adds respondents who were read after the fold began. */
  know(rows: readonly RespondentRow[]): void {
    for (const row of rows) this.#respondents.set(row.hex, row)
  }

  /** Gives the lines and the changed respondents since the last call, and forgets all respondents. */
  takeChanges(): { readonly lines: LedgerLines; readonly moved: readonly RespondentRow[] } {
    const lines = this.takeLines()
    const moved = [...this.#moved].map(hex => this.#row(hex))
    this.#moved.clear()
    this.#respondents.clear()
    return { lines, moved }
  }

  /** Gives the lines since the last call. */
  takeLines(): LedgerLines {
    const lines: LedgerLines = {
      fresh: [...this.#arrivals].map(([hex, arrival]) => ({ row: this.#row(hex), arrival })),
      ...this.#lines.take(),
    }
    this.#arrivals.clear()
    return lines
  }

  /** The results of all operations. */
  sums(): BatchSums {
    return {
      moved: [...this.#moved].map(hex => this.#row(hex)),
      tallies: this.#tallies.bySource,
      suppliers: this.#tallies.bySupplier(),
      endings: this.#tallies.endings(),
      quotas: this.#places.changes(),
      completes: this.#completes,
      arrivals: this.#crowds.arrivals(),
      addresses: this.#crowds.addresses(),
      autoPauses: reachedTargets(this.#facts, this.#tallies.bySource),
    }
  }

  #row(hex: string): RespondentRow {
    const row = this.#respondents.get(hex)
    if (!row) throw new Error(`${hex} was never read or made`)
    return row
  }

  #enter(entry: EntryOperation, number: number): LedgerOutcome {
    const source = this.#facts.sources.get(entry.sourceId)
    if (!source) return { kind: 'not_found', what: 'source' }
    const isTest = entry.testToken !== null
    if (isTest && entry.testToken !== source.testToken) return { kind: 'not_found', what: 'test_link' }
    const known = this.#knownAs(entry)
    if (known) return this.#enterAgain(entry, known, source)
    const person = this.#facts.invited.get(number) ?? null
    if (needsOwnLink(entry, person)) return { kind: 'not_found', what: 'personal_link' }
    const supplierId = person?.supplierId ?? entry.supplierId ?? supplierUnnamed(source, isTest)
    if (supplierId !== null && !source.supplierPricesCents.has(supplierId))
      return { kind: 'not_found', what: 'supplier' }
    if (supplierId === null && source.supplierPricesCents.size > 1) return { kind: 'not_found', what: 'no_supplier' }

    const counts = doorCounts(
      source,
      this.#facts.rollups,
      this.#tallies.bySource.get(source.sourceId),
      entry.atMs,
      this.#shareOf(source, supplierId),
      this.#placesOfSurvey(source),
    )
    const stored = this.#facts.duplicates.get(number) ?? NOT_COUNTED
    const duplicates = this.#seen.added(stored, source.surveyId, entry, supplierId)
    const earlier = this.#elsewhere.latest(this.#facts.earlierEntries.get(number), source, entry, supplierId)
    const crowd = isTest ? NO_CROWD : this.#crowds.join(entry, supplierId, rulesFor(source, supplierId))
    const hex = newRdudHex()
    const { verdict, against, isHeldOut } = judgeEntry(
      entry,
      source,
      counts,
      this.#places.of(source),
      duplicates,
      isTest,
      {
        supplierId,
        earlier,
        notRecontacted: notRecontacted(source, entry, person),
        listed: this.#facts.listed.get(number) ?? [],
        hasObjected: this.#hasObjected(supplierId, entry.rid),
      },
      crowd,
      () => holdsOut(source.holdOut, hex),
    )
    const heldOut = !isHeldOut ? null : source.holdOut.isBillable ? 'billed' : 'unbilled'
    const ordud = person === null ? null : formatRdud(this.#accountId, person.firstHex)
    const row = newRow(
      hex,
      entry,
      supplierId,
      isTest,
      verdict.code,
      source,
      'quotaNo' in verdict ? verdict.quotaNo : null,
      heldOut,
    )
    this.#addEntrant(
      row,
      entry,
      source,
      'refusal' in verdict ? verdict.refusal : letInDetail(ordud, heldOut),
      this.#factsOf(entry, source, duplicates),
    )
    this.#lines.keepVerdicts(row, entry.atMs, against)
    return this.#sent(row, source, false, ordud)
  }

  /** The same rid on the same source is the same person (domain.md §3), whose personal link is used up. */
  #enterAgain(entry: EntryOperation, row: RespondentRow, source: SourceFacts): LedgerOutcome {
    const used = usedLink(source, entry, row)
    if (used !== null) {
      this.#lines.log(row, entry.atMs, row.code, false, { again: true, ...used }, null)
      return { kind: 'link_used', hex: row.hex }
    }
    this.#lines.log(row, entry.atMs, row.code, false, { again: true }, null)
    return this.#sent(row, source, true)
  }

  #entered(entry: PastEntryOperation): LedgerOutcome {
    const source = this.#facts.sources.get(entry.sourceId)
    if (!source) return { kind: 'not_found', what: 'source' }
    if (this.#knownAs(entry)) return { kind: 'not_found', what: 'respondent' }
    this.#addEntrant(
      newRow(entry.hex, entry, entry.supplierId, entry.isTest, entry.code, source, null),
      entry,
      source,
      entry.refusal,
      null,
    )
    if (entry.refusal)
      this.#lines.keepVerdicts(entry, entry.atMs, [
        { ...entry.refusal, refused: true, setBy: entry.setBy ?? null, heldOut: false },
      ])
    return { kind: 'sent', hex: entry.hex, code: entry.code, outcome: null, address: null, repeat: false, late: false }
  }

  #return(back: ReturnOperation): LedgerOutcome {
    const row = this.#respondents.get(back.hex)
    const source = row && this.#facts.sources.get(row.sourceId)
    if (!row || !source) return { kind: 'not_found', what: 'respondent' }
    const { code, detail, isBelieved, against, isRefused } = judgeReturnOf(
      back,
      row,
      rulesOfStudy(rulesFor(source, row.supplierId), this.#hasObjected(row.supplierId, row.rid)),
      this.#facts,
    )
    const late = row.abandonAtMs !== null && back.atMs > row.abandonAtMs
    const event = { type: 'return.received', code, viaServer: back.viaServer, isBelieved, late } as const
    const step = respondentStep(row.code, row, event)
    const wouldOverrule =
      step.repeat && !isBelieved && respondentStep(row.code, row, { ...event, isBelieved: true }).changed
    const isOrdinary = step.changed && !step.late && !back.viaServer && detail === null
    const told: EventDetail | null = isOrdinary
      ? null
      : {
          ...detail,
          ...(wouldOverrule ? UNBELIEVED : {}),
          ...(step.changed && code !== 35 && !isRefused ? {} : { inbound: back.inboundCode }),
          ...(back.viaServer ? { via: 'server' as const } : {}),
          ...(step.changed && step.late ? { late: true as const } : {}),
          ...(step.repeat ? { again: true as const } : {}),
        }
    this.#move(row, source, { ...row, code: step.code, late: step.late, viaServer: step.viaServer }, back.atMs, told)
    this.#lines.keepReturnVerdicts(row, back.atMs, against)
    return this.#sent(this.#row(row.hex), source, step.repeat)
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

  /** Frees a respondent's place in a sub-quota, so that a respondent who never returns blocks others no longer. */
  #freePlace(row: RespondentRow, source: SourceFacts, atMs: number): void {
    this.#move(row, source, { ...row, placeFreed: true }, atMs, {
      rule: 'sub_quota_place',
      threshold: `${Math.round(this.#placeKeptMs / 60_000)} minutes`,
      value: 'given back',
    })
    this.#tallies.touch(row.sourceId) // the quota's counter is a figure of the source
  }

  /** Moves a known respondent to the next state; an event without effect is logged too. */
  #move(row: RespondentRow, source: SourceFacts, next: RespondentRow, atMs: number, detail: EventDetail | null): void {
    const changed = next.code !== row.code
    const interviewSeconds =
      row.interviewSeconds ??
      (row.inSurveyAtMs === null || isInflight(next.code) || next.code === 40
        ? null
        : secondsBetween(row.inSurveyAtMs, atMs))
    const cpiCents = !isComplete(next.code)
      ? null
      : isComplete(row.code)
        ? row.cpiCents
        : priceCents(row, source, this.#facts.suppliers)
    const sellPriceCents = !isComplete(next.code)
      ? null
      : isComplete(row.code)
        ? row.sellPriceCents
        : (source.sellPriceCents ?? 0)
    const moved: RespondentRow = changed
      ? { ...next, interviewSeconds, endedAtMs: atMs, cpiCents, sellPriceCents }
      : next
    if (changed || next.late !== row.late || next.viaServer !== row.viaServer || next.placeFreed !== row.placeFreed) {
      this.#respondents.set(row.hex, moved)
      if (row.place !== null) this.#moved.add(row.hex)
    }
    this.#lines.log(moved, atMs, row.code, changed, detail, null)
    this.#places.count(moved, row)
    if (!changed) return
    this.#tallies.count(row, { from: row.code, to: moved.code, atMs, isTest: row.isTest, before: row, after: moved })
    if (isComplete(moved.code) && !isComplete(row.code)) this.#addComplete(moved)
  }

  #addComplete({ sourceId, hex }: RespondentRow): void {
    const ofSource = this.#completes.get(sourceId)
    if (ofSource) ofSource.push(hex)
    else this.#completes.set(sourceId, [hex])
  }

  #hasObjected(supplierId: number | null, rid: string): boolean {
    const { objections } = this.#facts
    return objections.size > 0 && objections.has(objectionKey(supplierId, rid))
  }

  #shareOf(source: SourceFacts, supplierId: number | null): SupplierShare | null {
    if (supplierId === null || !isShared(source)) return null
    const before = this.#facts.supplierCompletes.get(supplierKey(source.sourceId, supplierId)) ?? 0
    return {
      percent: source.supplierShares.get(supplierId) ?? 0,
      completes: before + this.#tallies.completesOfSupplier(source.sourceId, supplierId),
    }
  }

  /** The places of a survey that holds places, this batch included. */
  #placesOfSurvey({ surveyId, surveyHoldPlaces }: SourceFacts): PlacesTaken | null {
    if (surveyHoldPlaces === HOLD_PLACES.none.code) return null
    const rollup = this.#facts.rollups.get(rollupKey(SCOPES.survey, surveyId))
    let completes = rollup?.completes ?? 0
    let inflight = rollup?.inflight ?? 0
    for (const [sourceId, tally] of this.#tallies.bySource) {
      if (this.#facts.sources.get(sourceId)?.surveyId !== surveyId) continue
      completes += completesOf(tally)
      inflight += inflightOf(tally)
    }
    return { completes, inflight }
  }

  #factsOf(entry: EntryOperation, source: SourceFacts, duplicates: Duplicates): EntryFacts {
    const { country, language, device, fromDatacentre } = entry
    const answers = answersOf(entry.parameters, source.qualifications, source.quotas)
    const { sameFingerprint, sameAddress, sameRid } = duplicates
    return {
      country,
      language,
      device,
      fromDatacentre,
      sameFingerprint,
      sameAddress,
      sameRid,
      attempts: attemptsOf(duplicates),
      answers,
      doorVersion: this.#facts.doorVersion,
    }
  }

  #addEntrant(
    row: RespondentRow,
    entry: EntryOperation | PastEntryOperation,
    source: SourceFacts,
    detail: EventDetail | null,
    facts: EntryFacts | null,
  ): void {
    const { atMs, address, fingerprint } = entry
    this.#remember(row)
    const placeUntilMs = atMs + this.#placeKeptMs
    const isFreedEarlier = holdsPlace(row) && row.abandonAtMs !== null && placeUntilMs < row.abandonAtMs
    this.#arrivals.set(row.hex, {
      enteredAtMs: atMs,
      placeUntilMs: isFreedEarlier ? placeUntilMs : null,
      loiStatedSeconds: source.loiMinutes * 60,
      address,
      fingerprint,
      surveyId: source.surveyId,
      projectId: source.projectId,
    })
    this.#lines.log(row, atMs, null, true, detail, facts)
    this.#tallies.count(
      row,
      { from: null, to: row.code, atMs, isTest: row.isTest, before: row, after: row },
      detail?.rule === undefined ? '' : ruleFamily(detail.rule),
    )
    this.#places.count(row, null)
    if (row.isTest) return
    this.#seen.see(source.surveyId, entry, row.supplierId)
    this.#elsewhere.see(source.projectId, entry, row.supplierId)
  }

  #remember(row: RespondentRow): void {
    this.#respondents.set(row.hex, row)
    const ofSource = this.#known.get(row.sourceId)
    if (ofSource) ofSource.set(row.rid, row.hex)
    else this.#known.set(row.sourceId, new Map([[row.rid, row.hex]]))
  }

  #knownAs({ sourceId, rid }: { sourceId: number; rid: string }): RespondentRow | undefined {
    const hex = this.#known.get(sourceId)?.get(rid)
    return hex === undefined ? undefined : this.#respondents.get(hex)
  }

  /** @param ordud the first RDUD of an entrant who was invited again; a test counts as one */
  #sent(row: RespondentRow, source: SourceFacts, repeat: boolean, ordud: string | null = null): LedgerOutcome {
    const rdud = formatRdud(this.#accountId, row.hex)
    const supplier = row.supplierId === null ? undefined : this.#facts.suppliers.get(row.supplierId)
    const address = addressFor(row, source, supplier, rdud, ordud ?? (row.isTest ? rdud : ''))
    const outcome = REDIRECT_OF_STATE[row.code]
    return { kind: 'sent', hex: row.hex, code: row.code, outcome, address, repeat, late: row.late }
  }
}
