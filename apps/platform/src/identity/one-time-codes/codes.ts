import { RECOVERY_CODES } from '@desk/schema/users/second-factor'
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const STEP_MS = 30_000
/** A phone's clock may be this many steps off. */
const STEPS_OFF = 1
const ISSUER = 'Sample Desk'
const APP_CODE = /^\d{6}$/
// without letters and digits that look alike
const RECOVERY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
const RECOVERY_LENGTH = 16
const RECOVERY_CODE = /^[A-HJKMNP-TV-Z0-9]{16}$/

/** Gives a new secret for an authenticator app, 160 random bits as RFC 4226 asks. */
export function newFactorSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

function totpOf(secret: Uint8Array, username = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label: username, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })
}

/** The data for an authenticator app: the secret to type, and the URL of its QR code. */
export function enrolmentOf(secret: Uint8Array, username: string): { secret: string; otpauth_uri: string } {
  const totp = totpOf(secret, username)
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() }
}

/** A code normalised for comparison: without spaces and dashes, in capitals. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]+/g, '').toUpperCase()
}

/** The 30-second step, counted from 1970, whose code this is; null when it is of no step around `atMs`. */
export function stepOf(secret: Uint8Array, code: string, atMs: number): number | null {
  if (!APP_CODE.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: atMs, window: STEPS_OFF })
  return delta === null ? null : Math.floor(atMs / STEP_MS) + delta
}

/** Gives new recovery codes, of 80 random bits each, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    // 32 letters: each takes five bits of its byte, all equally likely
    const letters = Array.from(randomBytes(RECOVERY_LENGTH), byte => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length])
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** The stored hash of a recovery code, or null for a text that cannot be one. Its 80 bits need no slow hash. */
export function hashRecoveryCode(code: string): Buffer | null {
  const plain = plainCode(code)
  return RECOVERY_CODE.test(plain) ? createHash('sha256').update(plain).digest() : null
}
