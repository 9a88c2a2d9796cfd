import type { DefenderRule, Duplicates, SourceFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { supplierUnnamed } from '../facts/supplier-unnamed.ts'
import { windowMs } from './defender.ts'
import { rulesFor } from './door-rules-of.ts'

const DAY_MS = 86_400_000

/** The marks that identify a returning entrant. */
type Marks = Pick<EntryOperation, 'rid' | 'fingerprint' | 'address'>

/** What is asked of an entrant's marks, and since when; null: no rule needs it. */
export interface MarkLookup extends Marks {
  readonly supplierId: number | null
  readonly fingerprintSinceMs: number | null
  readonly addressSinceMs: number | null
  readonly ridSinceMs: number | null
  /** Over all the account's surveys. */
  readonly activitySinceMs: number | null
}

/** What to look up of an entrant; null: no rule needs anything. */
export function duplicateLookup(entry: EntryOperation, source: SourceFacts): MarkLookup | null {
  const supplierId = entry.supplierId ?? supplierUnnamed(source, false)
  return lookupFor(rulesFor(source, supplierId), entry, supplierId)
}

/** What these rules need to know of somebody who entered then; null: nothing. */
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

/** The entrants of one batch, for the duplicate check: they are not in the database yet. */
export class SeenMarks {
  readonly #seen = new Map<string, number>()

  see(surveyId: number, { rid, fingerprint, address }: Marks, supplierId: number | null): void {
    this.#see(markKey(surveyId, 'fingerprint', fingerprint))
    this.#see(markKey(surveyId, 'address', address))
    this.#see(markKey('account', 'fingerprint', fingerprint))
    this.#see(markKey('account', 'address', address))
    if (supplierId !== null) this.#see(markKey(surveyId, `rid of ${supplierId}`, rid))
  }

  /** Duplicates in the database and in this batch. */
  added(
    stored: Duplicates,
    surveyId: number,
    { rid, fingerprint, address }: Marks,
    supplierId: number | null,
  ): Duplicates {
    return {
      sameFingerprint: sum(stored.sameFingerprint, this.#count(markKey(surveyId, 'fingerprint', fingerprint))),
      sameAddress: sum(stored.sameAddress, this.#count(markKey(surveyId, 'address', address))),
      sameRid: sum(stored.sameRid, this.#count(markKey(surveyId, `rid of ${supplierId}`, rid))),
      ofFingerprint: sum(stored.ofFingerprint, this.#count(markKey('account', 'fingerprint', fingerprint))),
      ofAddress: sum(stored.ofAddress, this.#count(markKey('account', 'address', address))),
    }
  }

  #see(mark: string | null): void {
    if (mark !== null) this.#seen.set(mark, this.#count(mark) + 1)
  }

  #count(mark: string | null): number {
    return mark === null ? 0 : (this.#seen.get(mark) ?? 0)
  }
}

function sum(stored: number | null, ofBatch: number): number | null {
  return stored === null ? null : stored + ofBatch
}

function markKey(within: number | 'account', what: string, mark: string | null): string | null {
  return mark === null ? null : `${within}\n${what}\n${mark}`
}
