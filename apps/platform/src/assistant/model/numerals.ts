import type { FigureToken, FigureUnit } from '@desk/schema/assistant/figure-token'

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fourty fifty sixty seventy eighty ninety'
const GREAT = 'hundred thousand million billion trillion'
const ORDINALS =
  'fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth millionth'
const SHARES = 'half halves halved halving thirds quarters dozen twice thrice nought'
const MULTIPLES = 'double doubled doubles doubling triple tripled triples tripling quadruple quadrupled'

const wordsOf = (...lists: readonly string[]): readonly string[] => lists.flatMap(list => list.split(' '))

/** Words that mean a number wherever they are; one of them after the other, as in “twentyone”, is a number as well. */
const NUMBER_WORDS = new RegExp(
  `^(?:${wordsOf(ORDINALS, ONES, TENS, GREAT, SHARES, MULTIPLES)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})+(?:s|es|fold)?$`,
)
/** “one” is no number here: this one, one of them. */
const BEFORE_PRONOUN: ReadonlySet<string> = new Set('this that which no the each every any another only'.split(' '))
const AFTER_PRONOUN: ReadonlySet<string> = new Set('of another by or that who which is has at'.split(' '))
/** “third” and “quarter” are shares after these, else a rank and a time. */
const BEFORE_SHARE: ReadonlySet<string> = new Set(['a', 'one', 'last'])
const SHARE_WORDS: ReadonlySet<string> = new Set(['third', 'quarter'])

const ROMAN = /^(?=[IVXLCDM]{2,}$)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
/** Digits of every script, and signs that are numbers by themselves. */
const NUMBER_SIGN = /[\p{N}〇零一二三四五六七八九十百千万萬億兆壱弐参🔟💯½⅓]/u

/** A word of two scripts, as in a “twо” whose last letter is Cyrillic. */
const isDisguised = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)

/**
 * Whether a word is, or holds, a numeral.
 * @param before the word before it,
 * @param after the word after it; in lower case
 */
export function isNumeral(word: string, before: string, after: string): boolean {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '')
  if (NUMBER_SIGN.test(plain) || NUMBER_SIGN.test(word) || isDisguised(plain)) return true
  return plain.split(/[^\p{L}]+/u).some((part, place, parts) => {
    if (ROMAN.test(part)) return true
    const lower = part.toLowerCase()
    const previous = place === 0 ? before : (parts[place - 1] ?? '').toLowerCase()
    if (SHARE_WORDS.has(lower)) return BEFORE_SHARE.has(previous)
    if (lower === 'ones') return false
    if (lower === 'one') return !(parts.length === 1 && (BEFORE_PRONOUN.has(before) || AFTER_PRONOUN.has(after)))
    return NUMBER_WORDS.test(lower)
  })
}

const WRITTEN = /^(\p{Sc})?([-−])?(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,10}))?(%)?$/u

/** A numeral as it is written: its value, how exactly, and of what it is. */
interface Written {
  readonly value: number
  readonly decimals: number
  readonly of: 'money' | 'percent' | 'any'
}

/** Reads a numeral in the console's own way of writing; null: it is written in another, and no figure. */
function readNumeral(word: string, isBeforePercent: boolean): Written | null {
  const [, sign, minus, whole, fraction = '', percent] = WRITTEN.exec(word) ?? []
  if (whole === undefined) return null
  const size = Number(`${whole.replaceAll(',', '')}.${fraction}`)
  const isShare = percent !== undefined || isBeforePercent
  if (isShare && sign !== undefined) return null
  return {
    value: minus === undefined ? size : -size,
    decimals: fraction.length,
    of: isShare ? 'percent' : sign === undefined ? 'any' : 'money',
  }
}

const UNITS: Readonly<Record<Written['of'], readonly FigureUnit[]>> = {
  money: ['money'],
  percent: ['percent'],
  any: ['integer', 'money', 'minutes'],
}
const MONEY_DECIMALS = 2

function isOf({ value, decimals, of }: Written, figure: FigureToken): boolean {
  if (figure.value === null || !UNITS[of].includes(figure.unit)) return false
  const shown = figure.unit === 'percent' ? figure.value * 100 : figure.value
  if (figure.unit === 'integer') return value === shown
  if (figure.unit === 'money' && decimals !== MONEY_DECIMALS && !Number.isInteger(shown)) return false
  // as it rounds to that many decimals
  return Math.abs(value - shown) <= 0.5 * 10 ** -decimals + 1e-9
}

const sameOf = ({ label, scope, range, unit, value }: FigureToken): string =>
  JSON.stringify([label, scope.scope, scope.id, range, unit, value])

/**
 * The one figure that a written numeral is; undefined: it is none of them, or could be several.
 * @param isBeforePercent the word “percent” or its sign follows
 */
export function figureWritten(
  word: string,
  isBeforePercent: boolean,
  figures: readonly FigureToken[],
): FigureToken | undefined {
  const written = readNumeral(word, isBeforePercent)
  if (written === null) return undefined
  const found = figures.filter(figure => isOf(written, figure))
  return new Set(found.map(sameOf)).size === 1 ? found[0] : undefined
}
