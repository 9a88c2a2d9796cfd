import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const KEY = /^desk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/
const PREFIX = 'desk_'
const HANDLE_BYTES = 6
const SECRET_BYTES = 32

/** A new key: the text is shown once, and only its hash is stored; the handle finds it. */
export interface NewKey {
  readonly text: string
  readonly handle: string
  readonly hash: Buffer
}

/** The stored part of a key. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Gives a new key of 256 random bits after its handle. */
export function newKey(): NewKey {
  const handle = randomBytes(HANDLE_BYTES).toString('hex')
  const text = `${PREFIX}${handle}_${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { text, handle, hash: hashOf(text) }
}

/** Whether a bearer token is meant as an API key, valid or not: no session's token begins so. */
export function isMeantAsKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** The handle of a key; null for text that cannot be a key. */
export function handleOf(token: string): string | null {
  return KEY.exec(token)?.[1] ?? null
}

/** The part of a key that may be shown. */
export function shownStart(handle: string): string {
  return `${PREFIX}${handle}`
}

/** Whether a key is the one with this hash, in a time that says nothing of where they differ. */
export function isKeyOf(token: string, hash: Buffer): boolean {
  const given = hashOf(token)
  return given.length === hash.length && timingSafeEqual(given, hash)
}
