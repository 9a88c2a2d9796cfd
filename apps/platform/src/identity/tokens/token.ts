import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** Gives a new opaque token of 256 random bits. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Gives the hash under which a token is stored, or null for text that cannot be one of ours. */
export function hashToken(token: string): Buffer | null {
  return TOKEN_PATTERN.test(token) ? createHash('sha256').update(token).digest() : null
}
