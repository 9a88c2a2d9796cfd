/** The values that fill an address's placeholders for one respondent. */
export interface AddressValues {
  readonly rid: string
  readonly rdud: string
  readonly outcome: string
  /** The first RDUD of a respondent who was invited again; empty for others. */
  readonly ordud?: string
}

type Part = { readonly text: string } | { readonly value: keyof AddressValues }
/** An address whose placeholders can be filled in. */
export type AddressTemplate = readonly Part[]

const REDIRECT_PLACEHOLDER = /\[%(RID|RDUD|OUTCOME)%\]/i
const SURVEY_PLACEHOLDER = /\[%(RID|RDUD|ORDUD|OUTCOME)%\]/i
const VALUE_OF: Readonly<Record<string, keyof AddressValues>> = {
  rid: 'rid',
  rdud: 'rdud',
  ordud: 'ordud',
  outcome: 'outcome',
}

/**
 * Compiles a stored address. Null when no respondent may be sent there: it is not http or https, it carries a user name, or its
 * host contains a placeholder, so that the respondent's own input would choose the target.
 */
function compile(
  url: string,
  placeholder: RegExp,
  appendix: (hasQuery: boolean) => readonly Part[],
): AddressTemplate | null {
  const pieces = url.split(placeholder)
  const [beforeFirst = ''] = pieces
  if (!isWebAddress(pieces.map((piece, at) => (at % 2 === 0 ? piece : 'x')).join(''))) return null
  if (pieces.length > 1 && !/^https?:\/\/[^/?#\\]+[/?#]/i.test(beforeFirst)) return null
  const parts: Part[] = pieces.map((piece, at) => {
    const value = at % 2 === 0 ? undefined : VALUE_OF[piece.toLowerCase()]
    return value === undefined ? { text: forHeader(piece) } : { value }
  })
  if (pieces.length > 1) return parts
  const hash = url.indexOf('#')
  const [address, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  return [{ text: forHeader(address) }, ...appendix(address.includes('?')), { text: forHeader(fragment) }]
}

function isWebAddress(url: string): boolean {
  try {
    const { protocol, username, password } = new URL(url)
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && !hasUserInfo(url)
  } catch {
    return false
  }
}

/**
 * Says whether an address carries a user name or password before its host. Every respondent would get them, and a user name that
 * looks like a host hides the real host. Browsers read any number of slashes, forward or back, as two.
 */
export function hasUserInfo(url: string): boolean {
  return /^https?:[/\\]*[^/?#\\]*@/i.test(url)
}

/** A header may hold visible ASCII only. */
function forHeader(text: string): string {
  return text.toWellFormed().replaceAll(/[^\u0021-\u007e]/gu, character => encodeURIComponent(character))
}

/**
 * Compiles a supplier's redirect (domain.md §3): [%RID%], [%RDUD%] and [%OUTCOME%] are filled in, case-insensitively; if
 * it has none of them, rid and outcome are appended.
 * @returns null when no respondent may be sent there
 */
export function redirectTemplate(url: string): AddressTemplate | null {
  return compile(url, REDIRECT_PLACEHOLDER, hasQuery => [
    { text: `${hasQuery ? '&' : '?'}rid=` },
    { value: 'rid' },
    { text: '&outcome=' },
    { value: 'outcome' },
  ])
}

/**
 * Compiles a survey's address, which has [%RDUD%] in whichever case (§5.1), and perhaps [%ORDUD%] (§3.31).
 * @returns null when it has not, or when no respondent may be sent there
 */
export function surveyTemplate(url: string): AddressTemplate | null {
  return /\[%rdud%\]/i.test(url) ? compile(url, SURVEY_PLACEHOLDER, () => []) : null
}

/** Whether a survey's address takes the first RDUD of respondents who are invited again (§3.31). */
export const surveyNamesOrdud = (url: string): boolean => /\[%ordud%\]/i.test(url)

/** Fills an address in for a respondent; each value is percent-encoded. */
export function fillAddress(template: AddressTemplate, values: AddressValues): string {
  let url = ''
  for (const part of template) url += 'text' in part ? part.text : encodeURIComponent(values[part.value] ?? '')
  return url
}
