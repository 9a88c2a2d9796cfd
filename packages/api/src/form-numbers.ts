import { RATE_CARD_NUMBERS } from '@desk/schema/rate-cards/rate-card-form'
import { RECONCILIATION_UPLOAD_PATH, RECONTACT_LOOKUP_PATH } from './body-limit.ts'

const RATE_CARD_PATH = /^\/v1\/ratecard(?:\/check)?$/

/**
 * Gives the fields that are numbers in a call's multipart form, whose fields are all text.
 * @param path without its query
 * @returns null for a path that takes no multipart form
 */
export function formNumbers(path: string): readonly string[] | null {
  if (RECONCILIATION_UPLOAD_PATH.test(path)) return ['head_row']
  if (path === RECONTACT_LOOKUP_PATH) return ['stmid', 'head_row']
  return RATE_CARD_PATH.test(path) ? RATE_CARD_NUMBERS : null
}
