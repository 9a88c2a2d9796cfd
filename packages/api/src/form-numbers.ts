import { RATE_CARD_NUMBERS } from '@desk/schema/rate-cards/rate-card-form'

const FORM_PATH = /^\/v1\/ratecard(?:\/check)?$/

/**
 * Gives the fields that are numbers in a call's multipart form, whose fields are all text.
 * @param path without its query
 * @returns null for a path that takes no multipart form
 */
export function formNumbers(path: string): readonly string[] | null {
  return FORM_PATH.test(path) ? RATE_CARD_NUMBERS : null
}
