import type { SearchScope } from '@desk/schema/search/search'
import type { FigureField, LineDimension } from '../toolkit/figure-fields.ts'
import { rangeIn, type AskedRange } from './range.ts'
import {
  BY_WORDS,
  DIMENSION_WORDS,
  EXACT_DIMENSION_WORDS,
  FIGURE_WORDS,
  FILLERS,
  LONE_DIMENSION_WORDS,
  NAME_WORDS,
  ORDER_WORDS,
  SCOPE_WORDS,
  THIS_WORDS,
} from './vocabulary.ts'
import { meantWord, wordsOf } from './words.ts'

/** A question as its words were read. */
export interface ReadQuestion {
  /** Its keywords, each as it is spelled. */
  readonly keywords: ReadonlySet<string>
  /** Words that were read as another one, such as complets → completes. */
  readonly corrected: readonly (readonly [typed: string, meant: string])[]
  readonly figures: readonly FigureField[]
  readonly by: LineDimension | null
  readonly scope: SearchScope | null
  readonly isOfThis: boolean
  /** The remaining words: the name of something, its number or id; empty: none. */
  readonly name: string
  readonly range: AskedRange | null
  /** The name in which the thing of `name` is, as in “Main in Gen pop”; empty: none. */
  readonly within: string
  /** Which end of an order it asks for; null: it asks for none. */
  readonly order: 'most' | 'least' | null
  /** A second time, which the first is compared with. */
  readonly otherRange: AskedRange | null
  /** Amounts of money and shares, in the order of the question. */
  readonly amounts: readonly number[]
}

const QUOTED = /[“"„]([^”"“]{1,200})[”"“]/u
const AMOUNT = /^\$?(\d{1,9}(?:\.\d{1,4})?)%?$/
/** Words after which a number is an amount, not the number of a project. */
const BEFORE_AMOUNT = new Set(['to', 'at', 'is', 'by', 'price', 'target', 'than', 'below', 'under'])

const pairs = <Meaning extends string>(words: Readonly<Partial<Record<Meaning, readonly string[]>>>) =>
  new Map(
    Object.entries<readonly string[] | undefined>(words).flatMap(
      ([meaning, list = []]) => list.map(word => [word, meaning as Meaning] as const), // Object.entries loses the key types
    ),
  )
const FIGURE_OF = pairs(FIGURE_WORDS)
const DIMENSION_OF = pairs(DIMENSION_WORDS)
const EXACT_DIMENSION_OF = pairs(EXACT_DIMENSION_WORDS)
const LONE_DIMENSION_OF = pairs(LONE_DIMENSION_WORDS)
const SCOPE_OF = pairs(SCOPE_WORDS)

const ORDER_OF = pairs(ORDER_WORDS)
/** Words between the name of a thing and the name of the thing above it. */
const WITHIN = new Set(['in', 'of', 'on', 'from', 'at'])

const KINDS_OF_TERMS: ReadonlySet<string> = new Set(['eq', 'sq'])

const NO_LETTER = /[^\p{L}]/gu
const CAPITALS = /^[A-Z]{1,3}$/

/** Words in capitals within a question that has others too. */
const capitalWords = (text: string): ReadonlySet<string> =>
  text === text.toUpperCase()
    ? new Set()
    : new Set(
        text
          .split(/\s+/)
          .slice(1)
          .map(word => word.replaceAll(NO_LETTER, ''))
          .filter(word => CAPITALS.test(word) && word !== 'I')
          .map(word => word.toLowerCase()),
      )

/** Whether a word follows “by”, as manager does in “by project manager”. */
const isAfterBy = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? ''
  return (
    BY_WORDS.includes(before) || (['project', 'business'].includes(before) && BY_WORDS.includes(words[at - 2] ?? ''))
  )
}

/**
 * Reads a question: times, names in quotes, keywords with their typing mistakes, and the remaining words as a name.
 * @param intentWords the words that intents ask for
 */
export function readQuestion(
  text: string,
  { now, zone, intentWords }: { readonly now: Date; readonly zone: string; readonly intentWords: ReadonlySet<string> },
): ReadQuestion {
  const quoted = QUOTED.exec(text)?.[1]?.trim() ?? ''
  const unquoted = quoted === '' ? text : text.replace(QUOTED, ' ')
  const first = rangeIn(unquoted, now, zone)
  const second = first && rangeIn(first.rest, now, zone)
  const words = wordsOf(second?.rest ?? first?.rest ?? unquoted)
  const vocabulary = new Set([
    ...intentWords,
    ...FIGURE_OF.keys(),
    ...DIMENSION_OF.keys(),
    ...SCOPE_OF.keys(),
    ...ORDER_OF.keys(),
  ])
  const capitals = capitalWords(unquoted)

  const keywords = new Set<string>()
  const corrected: [string, string][] = []
  const figures = new Set<FigureField>()
  const name: string[] = []
  const within: string[] = []
  let isWithin = false
  const amounts: number[] = []
  let by: LineDimension | null = null
  let scope: SearchScope | null = null
  let order: 'most' | 'least' | null = null
  let lone: LineDimension | null = null
  let isOfThis = false
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ''
    const amount = AMOUNT.exec(word)
    if (amount && (/[$%]/.test(word) || BEFORE_AMOUNT.has(before))) {
      amounts.push(Number(amount[1]))
      continue
    }
    const exact = LONE_DIMENSION_OF.get(word) ?? (BY_WORDS.includes(before) ? EXACT_DIMENSION_OF.get(word) : undefined)
    if (exact !== undefined) {
      by ??= exact
      continue
    }
    if (THIS_WORDS.includes(word)) isOfThis = true
    if (name.length > 0 && WITHIN.has(word)) isWithin = true
    // “Gen pop US” and “Panel D” are names, though “us” and “panel” are words of their own
    const isPartOfName = capitals.has(word)
      ? name.length > 0
      : SCOPE_OF.has(word) && /^[a-z]$/.test(words[at + 1] ?? '') && capitals.has(words[at + 1] ?? '')
    const isFiller = FILLERS.has(word) || THIS_WORDS.includes(word) || BY_WORDS.includes(word)
    const meant = isPartOfName || NAME_WORDS.has(word) ? null : isFiller ? word : meantWord(word, vocabulary)
    if (meant === null) {
      name.push(word)
      if (isWithin) within.push(word)
      continue
    }
    if (meant !== word) corrected.push([word, meant])
    const figure = FIGURE_OF.get(meant)
    // “SQ terms” are no terms
    if (figure === 'terms' && KINDS_OF_TERMS.has(before)) continue
    keywords.add(meant)
    order ??= ORDER_OF.get(meant) ?? null
    const dimension = DIMENSION_OF.get(meant)
    if (dimension !== undefined) lone ??= dimension
    if (dimension !== undefined && isAfterBy(words, at)) by = before === 'project' ? dimension : (by ?? dimension)
    else if (SCOPE_OF.has(meant)) scope ??= SCOPE_OF.get(meant) ?? null
    if (figure !== undefined) figures.add(figure)
  }
  return {
    keywords,
    corrected,
    figures: [...figures],
    // “top suppliers” are lines of suppliers
    by: by ?? (order === null ? null : lone),
    order,
    scope,
    isOfThis,
    name: quoted === '' ? name.join(' ').replaceAll('#', '') : quoted,
    within: quoted === '' ? within.join(' ') : '',
    range: first?.range ?? null,
    otherRange: second?.range ?? null,
    amounts,
  }
}
