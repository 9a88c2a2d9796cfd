import { fillAddress, hasUserInfo, redirectTemplate } from '../respondents/address-template.ts'
import { encodedAddressFault } from '../respondents/placeholders.ts'
import type { RedirectType } from '../respondents/state.ts'

export const REDIRECT_URL_MAX_LENGTH = 2_000
export const REDIRECT_PLACEHOLDERS = ['[%RID%]', '[%RDUD%]', '[%OUTCOME%]'] as const

const ANY_PLACEHOLDER = /\[%([^\]]*)%\]/g
const ID_PLACEHOLDER = /\[%(?:RID|RDUD)%\]/i
const KNOWN_PLACEHOLDER = /^\[%(?:RID|RDUD|OUTCOME)%\]$/i
// the URL parser drops tabs and line breaks, and the others are invisible
const ODD = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** The label of each type, in messages and on the screens. */
export const REDIRECT_LABELS: Readonly<Record<RedirectType, string>> = {
  complete: 'Complete',
  termination: 'Termination',
  overquota: 'Overquota',
  quality: 'Quality',
  security: 'Security',
  default: 'Default',
}

/**
 * Checks a supplier's redirect (domain.md §3): respondents are sent to https addresses only, to a host without
 * placeholders, and with the placeholders that the platform fills in.
 * @param url trimmed; an empty one counts as absent and has no fault
 * @returns the text under the field; null when respondents can be sent there
 */
export function redirectUrlFault(type: RedirectType, url: string): string | null {
  const subject = `${REDIRECT_LABELS[type]} redirect`
  if (url === '') return null
  if (url.length > REDIRECT_URL_MAX_LENGTH) return `${subject} must be at most ${REDIRECT_URL_MAX_LENGTH} characters`
  if (ODD.test(url)) return `${subject} must not contain control characters`
  const encoded = encodedAddressFault(url, REDIRECT_PLACEHOLDERS)
  if (encoded !== null) return `${subject} ${encoded}`
  const placeholders = url.match(ANY_PLACEHOLDER) ?? []
  const unknown = placeholders.find(placeholder => !KNOWN_PLACEHOLDER.test(placeholder))
  if (unknown !== undefined)
    return `${subject} contains ${unknown}: only ${REDIRECT_PLACEHOLDERS.join(', ')} are filled in`
  // without any placeholder, rid and outcome are appended
  if (placeholders.length > 0 && !ID_PLACEHOLDER.test(url)) return `${subject} carries no id: add [%RID%] or [%RDUD%]`
  if (!/^https:\/\//i.test(url)) return `${subject} must begin with https://`
  if (hasUserInfo(url)) return `${subject} must not carry a user name`
  if (redirectTemplate(url) === null) return `${subject} must be a web address, with placeholders only behind its host`
  return null
}

const EXAMPLE = { rid: 'R-1024', rdud: '2s-0193f0d0c0de70008000000000000001' }

/**
 * Gives the address to which this redirect would send a respondent with the rid R-1024.
 * @returns null for an empty one and for one that has a fault
 */
export function exampleRedirect(type: RedirectType, url: string): string | null {
  if (url === '' || redirectUrlFault(type, url) !== null) return null
  const template = redirectTemplate(url)
  return template && fillAddress(template, { ...EXAMPLE, outcome: type === 'default' ? 'complete' : type })
}
