const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  'a finite number': 'a number',
  'an integer': 'a whole number',
  array: 'a list',
  object: 'an object',
}

const PATTERNS: readonly (readonly [pattern: RegExp, words: (...found: readonly string[]) => string])[] = [
  [/^a value between (-?[\d.]+) and (-?[\d.]+)$/, (least, greatest) => `must be from ${least} to ${greatest}`],
  [/^a value (greater|less) than (-?[\d.]+)$/, (way, bound) => `must be ${way} than ${bound}`],
  [/^a value greater than or equal to (-?[\d.]+)$/, bound => `must be ${bound} or more`],
  [/^a value less than or equal to (-?[\d.]+)$/, bound => `must be ${bound} or less`],
  [/^a value with a length of at most (\d+)$/, most => `must have a length of at most ${most}`],
  [/^a value with a length of at least 1$/, () => 'must not be empty'],
  [/^a value with a length of at least (\d+)$/, least => `must have a length of at least ${least}`],
  [/^("[^"]*"(?: \| "[^"]*")*)$/, choices => `must be one of ${choices?.replaceAll('"', '').replaceAll(' | ', ', ')}`],
]

/**
 * Words a schema's fault of a body as a plain sentence (§5.28): the field at fault, and the value to send. A schema's
 * own message stays.
 */
export function bodySentence(path: readonly string[], message: string): string {
  const what = path.length === 0 ? 'The body' : `"${path.join('.')}"`
  if (message === 'Missing key') return `${what} is missing: it must be given.`
  const [, wanted, orNull = ''] = /^Expected (.+?)( \| null)?$/.exec(message) ?? []
  if (wanted === undefined) return message
  const says = wordsOf(wanted)
  return says === undefined
    ? `${what} cannot be taken: the description of the API says what it takes.`
    : `${what} ${says}${orNull === '' ? '' : ', or null'}.`
}

function wordsOf(wanted: string): string | undefined {
  const kind = KINDS[wanted]
  if (kind !== undefined) return `must be ${kind}`
  for (const [pattern, words] of PATTERNS) {
    const [, ...found] = pattern.exec(wanted) ?? []
    if (pattern.test(wanted)) return words(...found)
  }
  return undefined
}
