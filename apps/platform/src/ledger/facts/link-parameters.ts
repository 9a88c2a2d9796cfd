import { placeholderIn } from '@desk/schema/respondents/placeholders'

/** Parameters of a public link: each name once. */
export type LinkParameters = ReadonlyMap<string, string>

/** Why the parameters of a link are refused, in words for people. */
export class LinkFault extends Error {
  readonly status: 400 | 413 | 415
  constructor(message: string, status: 400 | 413 | 415 = 400) {
    super(message)
    this.status = status
  }
}

const MAX_PARAMETERS = 100
const MAX_NAME_LENGTH = 100
const MAX_VALUE_LENGTH = 2_000
// C0 controls and DEL never occur in an id, a code or an answer, and PostgreSQL takes no NUL at all
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/

function add(parameters: Map<string, string>, name: string, value: string): void {
  if (parameters.has(name)) throw new LinkFault(`The parameter ${shown(name)} is there twice.`)
  if (name.length > MAX_NAME_LENGTH)
    throw new LinkFault(`The name of a parameter is longer than ${MAX_NAME_LENGTH} characters.`)
  if (value.length > MAX_VALUE_LENGTH)
    throw new LinkFault(`The parameter ${shown(name)} is longer than ${MAX_VALUE_LENGTH} characters.`)
  if (CONTROL_CHARACTER.test(name) || CONTROL_CHARACTER.test(value))
    throw new LinkFault(`The parameter ${shown(name)} holds a control character.`)
  if (!name.isWellFormed() || !value.isWellFormed()) throw new LinkFault('A parameter is not well-formed Unicode.')
  parameters.set(name, value)
  if (parameters.size > MAX_PARAMETERS) throw new LinkFault(`There are more than ${MAX_PARAMETERS} parameters.`)
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, MAX_NAME_LENGTH))
}

/** Undoes percent-encoding. @returns null when it is no valid encoding of UTF-8 */
function decode(text: string): string | null {
  const spaced = spacedOf(text)
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return null
  }
}

const spacedOf = (text: string): string => (text.includes('+') ? text.replaceAll('+', ' ') : text)

function parameterValue(name: string, text: string, filledBy: Sender): string {
  const value = decode(text)
  if (value !== null) return value
  refusePlaceholder(name, spacedOf(text), filledBy)
  throw new LinkFault(`The parameter ${shown(name)} is not valid percent-encoded UTF-8.`)
}

/** The party whose system builds a link and fills in its placeholders. */
export type Sender = 'supplier' | 'survey'

/** The opening signs of a placeholder. */
const OPENING = /[%[{<$]/

/** Refuses a value in which a placeholder was not filled in: it would be read like a value, and make one person of many. */
export function refusePlaceholder(name: string, value: string, filledBy: Sender): void {
  const placeholder = OPENING.test(value) ? placeholderIn(value, name) : null
  if (placeholder !== null)
    throw new LinkFault(
      `The parameter ${shown(name)} still holds the placeholder ${placeholder}: the ${filledBy}’s system fills it in.`,
    )
}

/**
 * Reads a query, or a form body, of `name=value` pairs.
 * @param text without the question mark
 * @param filledBy is named where a placeholder was left
 * @throws LinkFault on a name given twice, bad encoding, control characters, or too much of anything
 */
export function parseLinkParameters(text: string, filledBy: Sender = 'survey'): LinkParameters {
  const parameters = new Map<string, string>()
  for (const pair of pairsOf(text)) {
    const equals = pair.indexOf('=')
    const name = parameterName(pair)
    add(parameters, name, equals === -1 ? '' : parameterValue(name, pair.slice(equals + 1), filledBy))
  }
  return parameters
}

/** The raw `name=value` pairs of a query or a form body. */
export function pairsOf(text: string): readonly string[] {
  return text.split('&').filter(pair => pair !== '')
}

/** The decoded name of a pair. @throws LinkFault on bad encoding */
export function parameterName(pair: string): string {
  const equals = pair.indexOf('=')
  const name = decode(equals === -1 ? pair : pair.slice(0, equals))
  if (name === null) throw new LinkFault('The name of a parameter is not valid percent-encoded UTF-8.')
  return name
}

// strings of a JSON text, with the colon behind those that are names
const JSON_STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * Reads the same from a JSON object of texts and whole numbers.
 * @throws LinkFault when it is anything else, or names something twice
 */
export function parseJsonParameters(text: string): LinkParameters {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new LinkFault('The body is not valid JSON.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new LinkFault('The body must be a JSON object.')
  const parameters = new Map<string, string>()
  const entries: [string, unknown][] = Object.entries(body)
  for (const [name, value] of entries) {
    if (typeof value === 'string') add(parameters, name, value)
    else if (typeof value === 'number' && Number.isSafeInteger(value)) add(parameters, name, String(value))
    else throw new LinkFault(`The field ${shown(name)} must be a text or a whole number.`)
  }
  let names = 0
  for (const [, colon] of text.matchAll(JSON_STRING)) if (colon !== undefined) names += 1
  // every value is a text or a number by now, so that each name of the text is one of the object's own
  if (names !== entries.length) throw new LinkFault('The body names a field twice.')
  return parameters
}
