import { Schema } from 'effect'
import { hasUserInfo } from '../respondents/address-template.ts'

const URL_MAX_LENGTH = 2_000

const ODD = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/**
 * Checks the text of an address that the desk is to send to. The installation decides whether plain http and addresses
 * of the own network are open.
 * @param label begins the text
 * @param url as typed
 * @returns the text under the field; null when there is no fault
 */
export function outgoingUrlFault(label: string, url: string): string | null {
  const text = url.trim()
  if (text === '') return `${label} is required`
  if (text.length > URL_MAX_LENGTH) return `${label} must be at most ${URL_MAX_LENGTH} characters`
  if (ODD.test(text)) return `${label} must not contain control characters`
  if (!/^https?:\/\/[^/\\]/i.test(text)) return `${label} must begin with https://`
  if (!URL.canParse(text)) return `${label} must be a web address`
  if (hasUserInfo(text)) return `${label} must not carry a user name`
  if (text.includes('#')) return `${label} must not have a part behind #`
  return null
}

/** An address that the desk is to send to, as it is typed. */
export function outgoingUrl(label: string) {
  return Schema.String.annotate({ message: `${label} is required` })
    .check(Schema.makeFilter((url: string) => outgoingUrlFault(label, url) ?? undefined))
    .annotateKey({ messageMissingKey: `${label} is required` })
}
