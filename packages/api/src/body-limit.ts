const PLAIN_BYTES = 1_000_000
/** The options of a qualification's text are replaced whole: 5,000 of them with long names in any script. */
const OPTIONS_BYTES = 8_000_000
const OPTIONS_PATH = /^\/v2\/qualification-texts\/\d{1,10}\/qualification-options$/

/** What the body of a return from a supplier's server may hold, in bytes. */
export const MAX_LINK_BODY_BYTES = 16 * 1024

/**
 * Gives how many bytes the body of a call may hold. The gateway refuses more before the platform hears of it, and so does the platform.
 * @param path without its query
 */
export function maxBodyBytes(method: string | undefined, path: string): number {
  return method === 'PUT' && OPTIONS_PATH.test(path) ? OPTIONS_BYTES : PLAIN_BYTES
}
