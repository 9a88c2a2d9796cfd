import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor, type SealingKey } from '#kernel/secrets/seal'
import { formatRdud, parseRdud } from '../facts/rdud.ts'

/** The parameter of an entry link that holds the RDUD of the invited respondent, and the signature. */
export const PERSONAL_PARAMETER = 'ordud'
const SIGNED = /^([0-9a-z]{1,7}-[0-9a-f]{32})\.([\w-]{43})$/

/** Who is invited, and where: what the signature of a personal link is over. */
export interface Invitation {
  readonly accountId: number
  readonly sourceId: number
  readonly rid: string
  /** Of the RDUD that was listed. */
  readonly hex: string
}

/** The key that signs personal links; deriving it takes longer than signing. */
export const personalLinkKey = (secretKey: SecretKey): SealingKey => keyFor(secretKey, 'recontact links')

/** The personal entry link of an invited respondent (settlement.md §6), from the path on. */
export function personalLink([key]: SealingKey, invitation: Invitation): string {
  const { accountId, sourceId, rid, hex } = invitation
  const query = new URLSearchParams({
    rid,
    [PERSONAL_PARAMETER]: `${formatRdud(accountId, hex)}.${signature(key, invitation)}`,
  })
  return `/entry/${sourceId}?${query.toString()}`
}

/**
 * Reads who a personal link invites.
 * @param signed the value of its parameter
 * @returns the RDUD's hex; null when this desk did not sign it for this account, source and rid
 */
export function readPersonalLink(keys: SealingKey, signed: string, place: Omit<Invitation, 'hex'>): string | null {
  const [, rdud = '', given = ''] = SIGNED.exec(signed) ?? []
  const named = parseRdud(rdud)
  if (named === null || named.accountId !== place.accountId) return null
  const isOurs = keys.some(key =>
    timingSafeEqual(Buffer.from(signature(key, { ...place, hex: named.hex })), Buffer.from(given)),
  )
  return isOurs ? named.hex : null
}

// the rid comes last: no other part holds a line break
const signature = (key: Buffer, { accountId, sourceId, hex, rid }: Invitation): string =>
  createHmac('sha256', key).update(`${accountId}\n${sourceId}\n${hex}\n${rid}`).digest('base64url')
