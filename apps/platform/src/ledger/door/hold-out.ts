import { createHmac } from 'node:crypto'
import type { HoldOutSetup } from '../facts/ledger-facts.ts'

const TWO_TO_32 = 4_294_967_296

/**
 * Whether a respondent is among those who are let in against a rule: by a keyed hash of their RDUD, so that it can be
 * found again and no one can aim at it.
 */
export function isHeldOut({ percent, key }: HoldOutSetup, hex: string): boolean {
  if (percent <= 0) return false
  return createHmac('sha256', key).update(hex).digest().readUInt32BE(0) / TWO_TO_32 < percent / 100
}
