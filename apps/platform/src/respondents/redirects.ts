import type { RedirectType, RespondentCode } from '@desk/schema/respondents/state'

/** Where a respondent of this state is sent; null while the survey is still theirs to finish. */
export const REDIRECT_OF_STATE: Readonly<Record<RespondentCode, Exclude<RedirectType, 'default'> | null>> = {
  10: null,
  11: null,
  20: 'security',
  21: 'termination',
  22: 'overquota',
  30: 'complete',
  31: 'termination',
  32: 'overquota',
  33: 'quality',
  34: 'security',
  35: 'security',
  40: null,
  50: 'quality',
  51: 'complete',
}

const FALLBACKS: Readonly<Record<Exclude<RedirectType, 'default'>, readonly RedirectType[]>> = {
  complete: ['complete', 'default'],
  termination: ['termination', 'default'],
  overquota: ['overquota', 'default'],
  quality: ['quality', 'termination', 'default'],
  security: ['security', 'termination', 'default'],
}

export type RedirectUrls = Readonly<Partial<Record<RedirectType, string>>>

export interface RedirectValues {
  readonly rid: string
  readonly rdud: string
  readonly outcome: string
}

type Part = { readonly text: string } | { readonly value: keyof RedirectValues }

const PLACEHOLDER = /\[%(RID|RDUD|OUTCOME)%\]/i
const VALUE_OF: Readonly<Record<string, keyof RedirectValues>> = { rid: 'rid', rdud: 'rdud', outcome: 'outcome' }

/**
 * Compiles a stored URL. Null when nobody may be sent there: it is not http or https, or a placeholder stands in its
 * host, where the respondent's own words would choose the target.
 */
function compile(url: string, appendix: (hasQuery: boolean) => readonly Part[]): readonly Part[] | null {
  const pieces = url.split(PLACEHOLDER)
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
    const { protocol } = new URL(url)
    return protocol === 'https:' || protocol === 'http:'
  } catch {
    return false
  }
}

/** A header takes visible ASCII alone. */
function forHeader(text: string): string {
  return text.toWellFormed().replaceAll(/[^\u0021-\u007e]/gu, character => encodeURIComponent(character))
}

function fill(parts: readonly Part[], values: RedirectValues): string {
  let url = ''
  for (const part of parts) url += 'text' in part ? part.text : encodeURIComponent(values[part.value])
  return url
}

const MAX_COMPILED = 10_000

/** Compiled templates by URL; there are as many as suppliers' redirects and surveys. */
function remembering(make: (url: string) => readonly Part[] | null): (url: string) => readonly Part[] | null {
  const compiled = new Map<string, readonly Part[] | null>()
  return url => {
    const known = compiled.get(url)
    if (known !== undefined) return known
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    const parts = make(url)
    compiled.set(url, parts)
    return parts
  }
}

const compileRedirect = remembering(url =>
  compile(url, hasQuery => [{ text: `${hasQuery ? '&' : '?'}rid=` }, { value: 'rid' }, { text: '&outcome=' }, { value: 'outcome' }]),
)
const compileSurvey = remembering(url => (/\[%rdud%\]/i.test(url) ? compile(url, () => []) : null))

/**
 * The address that a supplier takes its respondent back at (domain.md §3): the redirect of the outcome's type or of what it
 * falls back to, with [%RID%], [%RDUD%] and [%OUTCOME%] filled in; where it has none of them, rid and outcome are appended.
 * @returns null when the supplier has no usable redirect
 */
export function supplierRedirect(urls: RedirectUrls, outcome: Exclude<RedirectType, 'default'>, rid: string, rdud: string): string | null {
  for (const type of FALLBACKS[outcome]) {
    const url = urls[type]
    const parts = url === undefined ? null : compileRedirect(url)
    if (parts !== null) return fill(parts, { rid, rdud, outcome })
  }
  return null
}

/** The survey's address with [%RDUD%] filled in, in whichever case it was stored (§5.1); null when it has no usable URL. */
export function surveyAddress(surveyUrl: string | null, rdud: string): string | null {
  const parts = surveyUrl === null ? null : compileSurvey(surveyUrl)
  return parts === null ? null : fill(parts, { rdud, rid: '', outcome: '' })
}
