import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { RDUD_PATTERN } from '@desk/schema/ids/ids'
import { UUID, uuidv7obj } from 'uuidv7'

/** An RDUD in its parts: the account, and the id of the respondent as 32 hex digits. */
export interface RdudParts {
  readonly accountId: number
  readonly hex: string
}

/** A new respondent's id: 32 hex digits of a UUIDv7. */
export function newRdudHex(): string {
  return uuidv7obj().toHex()
}

/** The id of a respondent who entered at a past moment; `random` gives whole numbers below 2^32. */
export function pastRdudHex(atMs: number, random: () => number): string {
  return UUID.fromFieldsV7(atMs, random() & 0xfff, random() & 0x3fff_ffff, random() >>> 0).toHex()
}

/** The RDUD as it goes out into survey URLs and comes back. */
export function formatRdud(accountId: number, hex: string): string {
  return `${accountId.toString(36)}-${hex}`
}

/** Reads an RDUD; null when the text is none. Upper case is accepted too: some survey tools change it. */
export function parseRdud(text: string): RdudParts | null {
  const lower = text.toLowerCase()
  if (!RDUD_PATTERN.test(lower)) return null
  const dash = lower.indexOf('-')
  const accountId = Number.parseInt(lower.slice(0, dash), 36)
  return accountId >= 1 && accountId <= GREATEST_ID ? { accountId, hex: lower.slice(dash + 1) } : null
}
