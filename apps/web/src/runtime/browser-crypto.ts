import type { StatementCrypto } from '@desk/schema/statements/verify-statement'

const HEX = /^(?:[0-9a-f]{2})*$/
const NINE = 57
/** The value of a digit 0 to 9 or a to f. */
const digitAt = (hex: string, at: number): number => {
  const code = hex.charCodeAt(at)
  return code <= NINE ? code - 48 : code - 87
}
/** The bytes of a text in lower-case hex; none of any other text. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEX.test(hex) ? hex.length / 2 : 0)
  // called for each of 100,000 lines, it takes no detour by parts of the text
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = digitAt(hex, 2 * at) * 16 + digitAt(hex, 2 * at + 1)
  return bytes
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hexOf = (bytes: ArrayBuffer): string => {
  let hex = ''
  for (const byte of new Uint8Array(bytes)) hex += DIGITS[byte]
  return hex
}

/** Verifies statements in a browser: nothing is sent. @param crypto that of a page that was loaded by https, or of this machine */
export function browserCrypto({ subtle }: Crypto): StatementCrypto {
  const encoder = new TextEncoder()
  const hash = async (previous: string, text: string): Promise<string> => {
    const before = bytesOf(previous)
    const content = encoder.encode(text)
    const both = new Uint8Array(before.length + content.length)
    both.set(before)
    both.set(content, before.length)
    return hexOf(await subtle.digest('SHA-256', both))
  }
  return {
    hashAll: hashed => Promise.all(hashed.map(({ previous, text }) => hash(previous, text))),
    commitAll: openings =>
      Promise.all(
        openings.map(async ({ rid, salt }) => {
          const hmac = { name: 'HMAC', hash: 'SHA-256' }
          const key = await subtle.importKey('raw', bytesOf(salt), hmac, false, ['sign'])
          return hexOf(await subtle.sign('HMAC', key, encoder.encode(rid)))
        }),
      ),
    async isSigned(publicKey, signature, text) {
      const key = await subtle
        .importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
        .catch((error: unknown) => (isUnknown(error) ? null : false))
      if (key === null || key === false) return key
      return subtle.verify('Ed25519', key, bytesOf(signature), encoder.encode(text))
    },
    fingerprint: async publicKey => hexOf(await subtle.digest('SHA-256', bytesOf(publicKey))),
  }
}

/** The browser knows no Ed25519. */
const isUnknown = (error: unknown): boolean => error instanceof Error && error.name === 'NotSupportedError'
