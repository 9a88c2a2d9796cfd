import type { DefenderRule, Duplicates, SourceFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { supplierUnnamed } from '../facts/supplier-unnamed.ts'
import { windowMs } from './defender.ts'
import { rulesFor } from './door-rules-of.ts'

const DAY_MS = 86_400_000

/** The marks that identify a returning entrant. */
type Marks = Pick<EntryOperation, 'rid' | 'fingerprint' | 'address'>

/** The lookups of an entrant's marks, and since when; null: no rule needs it. */
export interface MarkLookup extends Marks {
  readonly supplierId: number | null
  readonly fingerprintSinceMs: number | null
  readonly addressSinceMs: number | null
  readonly ridSinceMs: number | null
  /** Over all the account's surveys. */
  readonly activitySinceMs: number | null
}

/** The lookup of an entrant; null: no rule needs anything. */
export function duplicateLookup(
  entry: EntryOperation,
  source: Pick<SourceFacts, 'rules' | 'supplierRules' | 'supplierPricesCents'>,
): MarkLookup | null {
  const supplierId = entry.supplierId ?? supplierUnnamed(source, false)
  return lookupFor(rulesFor(source, supplierId), entry, supplierId)
}

/** The lookup by these rules for an entrant of that time; null: nothing. */
export function lookupFor(
  rules: readonly DefenderRule[],
  { rid, fingerprint, address, atMs }: Marks & Pick<EntryOperation, 'atMs'>,
  supplierId: number | null,
): MarkLookup | null {
  let fingerprintSinceMs: number | null = null
  let addressSinceMs: number | null = null
  let ridSinceMs: number | null = null
  let activitySinceMs: number | null = null
  for (const rule of rules) {
    if (rule.rule === 'duplicate_fingerprint' && fingerprint !== null) fingerprintSinceMs = atMs - windowMs(rule)
    if (rule.rule === 'duplicate_ip' && address !== null) addressSinceMs = atMs - windowMs(rule)
    if (rule.rule === 'duplicate_rid' && supplierId !== null) ridSinceMs = atMs - windowMs(rule)
    if ((rule.rule === 'activity' || rule.rule === 'activity_watch') && (fingerprint !== null || address !== null))
      activitySinceMs = atMs - DAY_MS
  }
  if ([fingerprintSinceMs, addressSinceMs, ridSinceMs, activitySinceMs].every(since => since === null)) return null
  return { rid, fingerprint, address, supplierId, fingerprintSinceMs, addressSinceMs, ridSinceMs, activitySinceMs }
}

/** How often a mark was seen. */
type Times = Map<string, number>

interface MarksSeen {
  readonly fingerprints: Times
  readonly addresses: Times
}
interface MarksSeenOfSurvey extends MarksSeen {
  /** By supplier. */
  readonly rids: Map<number, Times>
}

/** The entrants of one batch, for the duplicate check: they are not in the database yet. */
export class SeenMarks {
  readonly #ofAccount: MarksSeen = { fingerprints: new Map(), addresses: new Map() }
  readonly #bySurvey = new Map<number, MarksSeenOfSurvey>()

  see(surveyId: number, { rid, fingerprint, address }: Marks, supplierId: number | null): void {
    let ofSurvey = this.#bySurvey.get(surveyId)
    if (ofSurvey === undefined) {
      ofSurvey = { fingerprints: new Map(), addresses: new Map(), rids: new Map() }
      this.#bySurvey.set(surveyId, ofSurvey)
    }
    once(ofSurvey.fingerprints, fingerprint)
    once(ofSurvey.addresses, address)
    once(this.#ofAccount.fingerprints, fingerprint)
    once(this.#ofAccount.addresses, address)
    if (supplierId === null) return
    let rids = ofSurvey.rids.get(supplierId)
    if (rids === undefined) ofSurvey.rids.set(supplierId, (rids = new Map()))
    once(rids, rid)
  }

  /** Duplicates in the database and in this batch. */
  added(
    stored: Duplicates,
    surveyId: number,
    { rid, fingerprint, address }: Marks,
    supplierId: number | null,
  ): Duplicates {
    const ofSurvey = this.#bySurvey.get(surveyId)
    const rids = supplierId === null ? undefined : ofSurvey?.rids.get(supplierId)
    return {
      sameFingerprint: sum(stored.sameFingerprint, ofSurvey?.fingerprints, fingerprint),
      sameAddress: sum(stored.sameAddress, ofSurvey?.addresses, address),
      sameRid: sum(stored.sameRid, rids, rid),
      ofFingerprint: sum(stored.ofFingerprint, this.#ofAccount.fingerprints, fingerprint),
      ofAddress: sum(stored.ofAddress, this.#ofAccount.addresses, address),
    }
  }
}

function once(times: Times, mark: string | null): void {
  if (mark !== null) times.set(mark, (times.get(mark) ?? 0) + 1)
}

function sum(stored: number | null, ofBatch: Times | undefined, mark: string | null): number | null {
  return stored === null || mark === null ? stored : stored + (ofBatch?.get(mark) ?? 0)
}
