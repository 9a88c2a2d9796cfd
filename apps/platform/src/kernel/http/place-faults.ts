import type { Detail } from './refusal.ts'

const PLACES = { Params: 'address', Query: 'query', Headers: 'headers' } as const

/** The parts of a request beside its body. */
export type Place = keyof typeof PLACES

export const isPlace = (kind: string): kind is Place => kind in PLACES

/**
 * Words the faults of a path, a query or headers as plain sentences (§5.28): they belong to no form, and their reader wrote the
 * call by hand. A schema's own message stays.
 * @param details as `faultsOf` gives them; of one place and name there may be several
 */
export function placeFaults(place: Place, details: readonly Detail[]): readonly Detail[] {
  const byName = new Map<string, Detail[]>()
  for (const detail of details) {
    const name = detail.path.join('.')
    byName.set(name, [...(byName.get(name) ?? []), detail])
  }
  return [...byName].map(([name, faults]) => ({
    path: faults[0]?.path ?? [],
    message: sentenceOf(
      `"${name}"`,
      PLACES[place],
      faults.map(({ message }) => message),
    ),
  }))
}

const RANGE = /^Expected a value between (-?\d+) and (-?\d+)$/
const LENGTH = /^Expected a value with a length of at (most|least) (\d+)$/
const CHOICES = /^Expected ("[^"]*"(?: \| "[^"]*")*)$/

function sentenceOf(name: string, place: string, messages: readonly string[]): string {
  const [first = ''] = messages
  const found = (pattern: RegExp) => messages.map(message => pattern.exec(message)).find(match => match !== null)
  const what = `${name} in the ${place}`
  if (first === 'Missing key') return `${name} is missing in the ${place}: it must be given.`
  if (first === 'Expected string') return `${what} must be given once.`
  const [, least, greatest] = found(RANGE) ?? []
  if (least !== undefined) return `${what} must be a whole number from ${least} to ${greatest}.`
  if (first === 'Expected an integer') return `${what} must be a whole number.`
  const [, choices] = found(CHOICES) ?? []
  if (choices !== undefined) return `${what} must be one of ${choices.replaceAll('"', '').replaceAll(' | ', ', ')}.`
  const [, way, length] = found(LENGTH) ?? []
  if (length !== undefined)
    return length === '1' && way === 'least'
      ? `${what} must not be empty.`
      : `${what} must have at ${way} ${length} characters.`
  return first.startsWith('Expected') ? `${what} cannot be read: the description of the API says what it takes.` : first
}
