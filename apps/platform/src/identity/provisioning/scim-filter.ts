import { Result } from 'effect'
import { badValue, type ScimFault } from './scim-fault.ts'

/** One comparison of a filter: what equals what. */
export interface ScimTerm {
  readonly attribute: string
  readonly value: string
}

const MAX_LENGTH = 500
const MAX_TERMS = 4
/** `userName eq "ana@acme.example"`; of a value that is typed, such as `emails[type eq "work"].value`, the type counts for nothing. */
const TERM = /^\s*([a-z][\w.:]{0,80})(?:\[type eq "[a-z]{1,20}"\])?(\.value)?\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/i
const AND = /^and\s+/i

/** The name of an attribute, which may be spelled out with the URN of its schema (RFC 7644 §3.10). */
export const withoutUrn = (name: string): string =>
  name.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')

const refused = (detail: string) => Result.fail(badValue(detail, 'invalidFilter'))

/**
 * Reads a filter of equalities that are joined by `and`, which is what directories send to find one user or group. Nothing of it
 * becomes SQL: the values are bound.
 * @param attributes the attributes that may be compared, in lower case, with the name of each in the answer
 */
export function readFilter(
  filter: string,
  attributes: Readonly<Record<string, string>>,
): Result.Result<readonly ScimTerm[], ScimFault> {
  if (filter.length > MAX_LENGTH) return refused(`A filter has at most ${MAX_LENGTH} characters.`)
  const terms: ScimTerm[] = []
  for (let rest = filter; rest !== '';) {
    const found = TERM.exec(rest)
    if (!found) return refused('A filter compares by eq alone, such as userName eq "ana@acme.example".')
    const [whole, name = '', , literal = ''] = found
    const known = withoutUrn(name)
      .replace(/\.value$/i, '')
      .toLowerCase()
    const attribute = Object.hasOwn(attributes, known) ? attributes[known] : undefined
    if (attribute === undefined) return refused(`Nothing is found by ${name}.`)
    const value = textOf(literal)
    // eslint-disable-next-line no-control-regex -- no field holds them
    if (value === undefined || /[\u0000-\u001f]/.test(value) || !value.isWellFormed())
      return refused('A value of the filter is no text.')
    terms.push({ attribute, value })
    rest = rest.slice(whole.length)
    if (rest === '') break
    const joined = AND.exec(rest)
    if (!joined || terms.length === MAX_TERMS) return refused('A filter joins at most four comparisons, by and.')
    rest = rest.slice(joined[0].length)
    if (rest === '') return refused('The filter ends with and.')
  }
  return terms.length === 0 ? refused('The filter is empty.') : Result.succeed(terms)
}

function textOf(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(
      literal.toLowerCase() === 'true' || literal.toLowerCase() === 'false' ? literal.toLowerCase() : literal,
    )
    return typeof value === 'string' ? value : String(value)
  } catch {
    return undefined
  }
}
