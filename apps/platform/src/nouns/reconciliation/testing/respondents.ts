import { randomInt } from 'node:crypto'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import { formatRdud, pastRdudHex } from '#ledger/facts/rdud'
import { back } from '#ledger/testing/operations'

/** Where respondents of a test enter. */
export interface Place {
  readonly accountId: number
  readonly sourceId: number
  readonly supplierId?: number | null
}

export interface MadeRespondent {
  readonly rdud: string
  readonly hex: string
  readonly rid: string
}

const MINUTE_MS = 60_000
const random = (): number => randomInt(2 ** 32)

/** Makes respondents who came back with an inbound code; null: they are still in the survey. */
export async function makeRespondents(
  database: DeskDatabase,
  { accountId, sourceId, supplierId = null }: Place,
  rids: readonly string[],
  {
    inboundCode = '1000',
    endedAtMs = Date.now() - MINUTE_MS,
    isTest = false,
  }: { readonly inboundCode?: string | null; readonly endedAtMs?: number; readonly isTest?: boolean } = {},
): Promise<readonly MadeRespondent[]> {
  const ledger = createLedger(database)
  const enteredAtMs = endedAtMs - 8 * MINUTE_MS
  const made = rids.map(rid => ({ rid, hex: pastRdudHex(enteredAtMs, random) }))
  for (let at = 0; at < made.length; at += 1_000) {
    const some = made.slice(at, at + 1_000)
    await ledger.write(
      accountId,
      some.map(({ rid, hex }) => ({
        kind: 'entered' as const,
        atMs: enteredAtMs,
        sourceId,
        supplierId,
        hex,
        rid,
        isTest,
        code: 11 as const,
        refusal: null,
        address: null,
        fingerprint: null,
      })),
      { history: true },
    )
    if (inboundCode !== null)
      await ledger.write(
        accountId,
        some.map(({ hex }) => back(hex, inboundCode, { atMs: endedAtMs, viaServer: true, parameters: null })),
        { history: true },
      )
  }
  return made.map(({ rid, hex }) => ({ rid, hex, rdud: formatRdud(accountId, hex) }))
}
