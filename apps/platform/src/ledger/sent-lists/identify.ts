import { parseRdud } from '../facts/rdud.ts'

/** What a row's text may name: a respondent of this account by its RDUD, or anything by a supplier's own id. */
export interface NamedRespondent {
  readonly hex: string | null
  /** The text without what surrounds it; empty where the RDUD says all. */
  readonly key: string
}

// spaces of any kind, quotes, braces, and marks that no screen shows
const AROUND =
  /^[\s\uFEFF\u200B-\u200F\u2060"'`´‘’“”«»„{}()[\]<>,;]+|[\s\uFEFF\u200B-\u200F\u2060"'`´‘’“”«»„{}()[\]<>,;]+$/g
const RDUD_IN_URL = /(?:^|[^0-9a-z])([0-9a-z]{1,7}-[0-9a-f]{32})(?![0-9a-z])/i
const IS_URL = /^[a-z][a-z0-9+.-]*:\/\/|[?&][^=&?]+=/i

/** Reads the text of a row: an RDUD in any letter case, also within a whole return URL; else a supplier's id. */
export function identify(rawText: string, accountId: number): NamedRespondent {
  const text = rawText.replaceAll(AROUND, '')
  const rdud = parseRdud(text) ?? rdudInUrl(text)
  if (rdud === null) return { hex: null, key: text }
  // one of another account is nobody here
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
