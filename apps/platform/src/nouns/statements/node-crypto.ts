import type { Opening } from '@desk/schema/statements/statement-line'
import type { StatementCrypto } from '@desk/schema/statements/verify-statement'
import { createHash, createHmac, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** The bytes before the 32 bytes of an Ed25519 key in its SPKI form. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const KEY = /^[0-9a-f]{64}$/

/** The hash of a text after an earlier one. */
export const chained = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text).digest()

/** The same in hex, as lines have it. */
export const chainedHex = (previous: string, text: string): string =>
  createHash('sha256').update(previous, 'hex').update(text).digest('hex')

/** The commitment of a line to its respondent's id, in hex. */
export const commitmentOf = ({ rid, salt }: Opening): string =>
  createHmac('sha256', Buffer.from(salt, 'hex')).update(rid).digest('hex')

/** The name of a public key. */
export const fingerprintOf = (publicKey: Uint8Array): Buffer => createHash('sha256').update(publicKey).digest()

/** The 32 bytes of a public key. */
export const bytesOfKey = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length)

/** Signs a text with Ed25519. */
export const signText = (key: KeyObject, text: string): Buffer => sign(null, Buffer.from(text), key)

function isSigned(publicKey: string, signature: string, text: string): boolean {
  if (!KEY.test(publicKey)) return false
  const der = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')])
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'))
  } catch {
    // 32 bytes that are no point of the curve
    return false
  }
}

/** Verifies statements on this machine. */
export const nodeCrypto: StatementCrypto = {
  hashAll: hashed => Promise.resolve(hashed.map(({ previous, text }) => chainedHex(previous, text))),
  commitAll: openings => Promise.resolve(openings.map(commitmentOf)),
  isSigned: (publicKey, signature, text) => Promise.resolve(isSigned(publicKey, signature, text)),
  fingerprint: publicKey => Promise.resolve(fingerprintOf(Buffer.from(publicKey, 'hex')).toString('hex')),
}
