import type { Duplicates, SourceFacts } from '../facts/ledger-facts.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { windowMs } from './door.ts'

/** The marks that identify a returning entrant. */
type Marks = Pick<EntryOperation, 'fingerprint' | 'address'>

/** The time since when to search the survey's respondents for the entrant's fingerprint and address; null: no rule needs it. */
export function duplicateLookup(
  entry: EntryOperation,
  source: SourceFacts,
): { fingerprintSinceMs: number | null; addressSinceMs: number | null } | null {
  let fingerprintSinceMs: number | null = null
  let addressSinceMs: number | null = null
  for (const rule of source.rules) {
    if (rule.rule === 'duplicate_fingerprint' && entry.fingerprint !== null)
      fingerprintSinceMs = entry.atMs - windowMs(rule)
    if (rule.rule === 'duplicate_ip' && entry.address !== null) addressSinceMs = entry.atMs - windowMs(rule)
  }
  return fingerprintSinceMs === null && addressSinceMs === null ? null : { fingerprintSinceMs, addressSinceMs }
}

/** The entrants of one batch, for the duplicate check: they are not in the database yet. */
export class SeenMarks {
  readonly #seen = new Map<string, number>()

  see(surveyId: number, { fingerprint, address }: Marks): void {
    this.#see(markKey(surveyId, 'fingerprint', fingerprint))
    this.#see(markKey(surveyId, 'address', address))
  }

  /** Duplicates in the database and in this batch. */
  added(stored: Duplicates, surveyId: number, { fingerprint, address }: Marks): Duplicates {
    return {
      sameFingerprint: sum(stored.sameFingerprint, this.#count(markKey(surveyId, 'fingerprint', fingerprint))),
      sameAddress: sum(stored.sameAddress, this.#count(markKey(surveyId, 'address', address))),
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

function markKey(surveyId: number, what: 'fingerprint' | 'address', mark: string | null): string | null {
  return mark === null ? null : `${surveyId}\n${what}\n${mark}`
}
