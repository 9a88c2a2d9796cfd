const PLAIN_BYTES = 1_000_000
/** The options of a qualification's text are replaced as one list: up to 5,000, with long names in any script. */
const OPTIONS_BYTES = 8_000_000
const OPTIONS_PATH = /^\/v2\/qualification-texts\/\d{1,10}\/qualification-options$/
/** A logo of 1 MB in base64, with what is around it. */
const LOGO_BYTES = 1_400_000
const LOGO_PATH = /^\/v1\/account\/\d{1,10}\/logo$/

/** The limit for the body of a server-to-server return, in bytes. */
export const MAX_LINK_BODY_BYTES = 16 * 1024

/**
 * Gives how many bytes the body of a call may hold. The gateway refuses larger bodies before they reach the platform; the
 * platform checks again.
 * @param path without its query
 */
export function maxBodyBytes(method: string | undefined, path: string): number {
  if (method === 'PUT' && OPTIONS_PATH.test(path)) return OPTIONS_BYTES
  return method === 'POST' && LOGO_PATH.test(path) ? LOGO_BYTES : PLAIN_BYTES
}
