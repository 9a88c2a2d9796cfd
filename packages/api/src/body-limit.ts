import { DOCUMENT_MAX_BYTES } from '@desk/schema/documents/document'

const PLAIN_BYTES = 1_000_000
/** The options of a qualification's text are replaced as one list: up to 5,000, with long names in any script. */
const OPTIONS_BYTES = 8_000_000
const OPTIONS_PATH = /^\/v2\/qualification-texts\/\d{1,10}\/qualification-options$/
/** A logo of 1 MB in base64, with the rest of its body. */
const LOGO_BYTES = 1_400_000
const LOGO_PATH = /^\/v1\/account\/\d{1,10}\/logo$/
/**
 * A file of 20 MB in base64, with the rest of its body; one byte more still arrives, and is refused with a sentence.
 */
const RECONCILIATION_FILE_BYTES = 27_000_000
export const RECONCILIATION_UPLOAD_PATH = /^\/v1\/reconciliation\/\d{1,10}$/
export const RECONTACT_LOOKUP_PATH = '/v1/supplier-recontact/rdudlookup'
export const MARKS_PATH = '/v1/defender/marks'
/** 100,000 pasted or ticked respondents. */
const RECONCILIATION_CHOICE_BYTES = 8_000_000
const RECONCILIATION_CHOICE_PATH = /^\/v1\/reconciliation\/(?:preview|maindownload)$/
/** 100,000 respondents to add, and as many to remove. */
const RECONTACT_CHANGES_BYTES = 9_000_000
const RECONTACT_STORE_PATH = '/v1/supplier-recontact/store'

/** The upload of a document (api:F1): the file, and the form around it. */
const UPLOAD_BYTES = DOCUMENT_MAX_BYTES + 1024 * 1024
const UPLOAD_PATH = /^\/v1\/project\/\d{1,10}\/project-documents$/
/** The time for the body of an upload: 100 MB by a line of 0.5 Mbit/s. */
export const UPLOAD_WITHIN_MS = 30 * 60_000

/**
 * Whether the body of a call is streamed to its handler. Any other body is read whole first.
 * @param path without its query
 */
export function isStreamed(method: string | undefined, path: string): boolean {
  return method === 'POST' && UPLOAD_PATH.test(path)
}

/** The limit for the body of a server-to-server return, in bytes. */
export const MAX_LINK_BODY_BYTES = 16 * 1024

/**
 * Gives how many bytes the body of a call may hold. The gateway refuses larger bodies before they reach the platform; the
 * platform checks again.
 * @param path without its query
 */
export function maxBodyBytes(method: string | undefined, path: string): number {
  if (isStreamed(method, path)) return UPLOAD_BYTES
  if (method === 'PUT' && OPTIONS_PATH.test(path)) return OPTIONS_BYTES
  if (method === 'POST' && RECONCILIATION_UPLOAD_PATH.test(path)) return RECONCILIATION_FILE_BYTES
  if (method === 'POST' && RECONCILIATION_CHOICE_PATH.test(path)) return RECONCILIATION_CHOICE_BYTES
  if (method === 'POST' && path === RECONTACT_LOOKUP_PATH) return RECONCILIATION_FILE_BYTES
  if (method === 'POST' && path === MARKS_PATH) return RECONCILIATION_FILE_BYTES
  if (method === 'POST' && path === RECONTACT_STORE_PATH) return RECONTACT_CHANGES_BYTES
  return method === 'POST' && LOGO_PATH.test(path) ? LOGO_BYTES : PLAIN_BYTES
}
