import { parameterName, pairsOf, type LinkParameters } from './link-parameters.ts'

type Pair = readonly [name: string, value: string]

// a name comes once in a link, so that the order of names is the order of the pairs
const byName = ([a]: Pair, [b]: Pair): number => (a < b ? -1 : 1)
const joined = (pairs: readonly Pair[]): string => pairs.map(([name, value]) => `${name}=${value}`).join('&')
const signedPairs = (parameters: LinkParameters): readonly Pair[] => [...parameters].filter(([name]) => name !== 'hash')
const encodedBy = (pairs: readonly Pair[], encode: (text: string) => string): readonly Pair[] =>
  pairs.map(([name, value]) => [encode(name), encode(value)])

/** By RFC 3986: letters, digits and `-._~` as they are, every other byte of the UTF-8 as `%` and two hex digits in upper case. */
const rfc3986 = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, left => `%${left.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The text that a return's hash is computed over: its parameters without `hash`, names and values percent-encoded by RFC 3986,
 * sorted by the encoded name, as `a=1&b=2`.
 */
export function canonicalParameters(parameters: LinkParameters): string {
  return joined(encodedBy(signedPairs(parameters), rfc3986).toSorted(byName))
}

const isHash = (pair: string): boolean => parameterName(pair) === 'hash'
const nameAsSent = (pair: string): string => pair.split('=', 1)[0] ?? ''

/** The link's raw pairs without its hash: sorted by name, and in their original order. */
function textsAsSent(sent: string): readonly string[] {
  const pairs = pairsOf(sent).filter(pair => !isHash(pair))
  const sorted = pairs.toSorted((a, b) => (nameAsSent(a) < nameAsSent(b) ? -1 : 1))
  return [sorted.join('&'), pairs.join('&')]
}

// characters that no encoder changes: a text of these alone has one form for all encoders
const IS_PLAIN = /^[\w.=&-]*$/

/**
 * The texts that a return's hash may be computed over, the canonical one first: each parses to these parameters, so that no hash
 * is valid for parameters that were not signed (docs/decisions/0024).
 * @param sent the query or form body that the parameters were read from; null when they came as JSON
 */
export function acceptedTexts(parameters: LinkParameters, sent: string | null): ReadonlySet<string> {
  const canonical = canonicalParameters(parameters)
  const texts = new Set([canonical])
  if (!IS_PLAIN.test(canonical)) {
    const pairs = signedPairs(parameters)
    // encodeURIComponent, sorted before: this desk's rule before it specified RFC 3986
    texts.add(joined(encodedBy(pairs.toSorted(byName), encodeURIComponent)))
    // as forms encode
    const form = encodedBy(pairs, text => new URLSearchParams([['', text]]).toString().slice(1))
    texts.add(joined(form.toSorted(byName)))
  }
  if (sent !== null) for (const text of textsAsSent(sent)) texts.add(text)
  return texts
}
