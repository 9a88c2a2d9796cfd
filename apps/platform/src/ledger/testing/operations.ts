import type {
  AbandonOperation,
  EntryOperation,
  LedgerOutcome,
  ReturnOperation,
  Sent,
} from '../facts/ledger-operations.ts'

/** An entrant who passes all checks. */
export function entry(sourceId: number, rid: string, more: Partial<EntryOperation> = {}): EntryOperation {
  return {
    kind: 'enter',
    atMs: Date.now(),
    sourceId,
    supplierId: null,
    rid,
    testToken: null,
    invitation: null,
    fingerprint: null,
    address: null,
    country: null,
    language: null,
    device: 1,
    fromDatacentre: false,
    parameters: new Map(),
    ...more,
  }
}

export function back(hex: string, inboundCode: string, more: Partial<ReturnOperation> = {}): ReturnOperation {
  return {
    kind: 'return',
    atMs: Date.now(),
    hex,
    inboundCode,
    viaServer: false,
    parameters: new Map(),
    sent: null,
    ...more,
  }
}

/** A believed return of the survey's server: its hash is already judged. */
export const TOLD = { viaServer: true, parameters: null } as const

export function due(hex: string, atMs: number): AbandonOperation {
  return { kind: 'abandon', atMs, hex }
}

/** The outcome of someone who was sent on; anything else fails the test. */
export function sent(outcome: LedgerOutcome): Sent {
  if (outcome.kind === 'link_used') throw new Error('Not sent on: the personal link was used before')
  if (outcome.kind !== 'sent') throw new Error(`Not sent on: no such ${outcome.what}`)
  return outcome
}
