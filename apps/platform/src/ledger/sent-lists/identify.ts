import { parseRdud } from '../facts/rdud.ts'

/**
 * The names that a row's text may hold: a respondent of this account by its RDUD, or anything by a supplier's own id.
 */
export interface NamedRespondent {
  readonly hex: string | null
  /** The text without what surrounds it; empty where the RDUD says all. */
  readonly key: string
}

/**
 * The characters around an id that are no part of it: spaces of any kind, quotes, braces, and marks that no screen
 * shows. PostgreSQL's btrim takes the same.
 */
export const AROUND_CHARACTERS =
  ' \t\n\v\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000' +
  '\uFEFF\u200B\u200C\u200D\u200E\u200F\u2060"\'`´‘’“”«»„{}()[]<>,;'
const ONE = `[${AROUND_CHARACTERS.replaceAll(/[[\]]/g, '\\$&')}]+`
const AROUND = new RegExp(`^${ONE}|${ONE}$`, 'g')
const RDUD_IN_URL = /(?:^|[^0-9a-z])([0-9a-z]{1,7}-[0-9a-f]{32})(?![0-9a-z])/i
const IS_URL = /^[a-z][a-z0-9+.-]*:\/\/|[?&][^=&?]+=/i

/** Reads the text of a row: an RDUD in any letter case, also within a whole return URL; else a supplier's id. */
export function identify(rawText: string, accountId: number): NamedRespondent {
  const text = rawText.replaceAll(AROUND, '')
  const rdud = parseRdud(text) ?? rdudInUrl(text)
  if (rdud === null) return { hex: null, key: text }
  // one of another account is no respondent here
  return rdud.accountId === accountId ? { hex: rdud.hex, key: text } : { hex: null, key: '' }
}

function rdudInUrl(text: string): ReturnType<typeof parseRdud> {
  let url = text
  try {
    url = decodeURIComponent(text)
  } catch {
    // it stays as it is
  }
  const found = IS_URL.test(url) ? RDUD_IN_URL.exec(url)?.[1] : undefined
  return found === undefined ? null : parseRdud(found)
}
