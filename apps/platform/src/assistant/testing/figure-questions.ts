import type { Chance } from '#demo/random'
import { FIGURE_WORDS } from '../grammar/vocabulary.ts'
import { OF_ROWS, type Args, type AskedPlace } from './screens-say.ts'

/** A question, and what it should ask of which tool. */
export interface Asked {
  readonly question: string
  readonly intent: string
  readonly tool: string
  /** The arguments of the tool, times apart. */
  readonly args: Args
  /** The words of a time in it. */
  readonly when?: string
  readonly more?: object
}

const TIMES = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'in the last 30 days',
  'last 48 hours',
] as const
const BY: readonly (readonly [words: string, by: string])[] = [
  ['by project', 'project'],
  ['per supplier', 'supplier'],
  ['by source', 'source'],
  ['for each survey', 'survey'],
  ['by country', 'country'],
  ['per project manager', 'manager'],
  ['by business unit', 'business_unit'],
  ['by day', 'day'],
  ['by month', 'month'],
  ['by state', 'state'],
]
type Phrase = (what: string, of: string, rest: string) => string
const PHRASES: readonly [Phrase, ...Phrase[]] = [
  (what, of, rest) => `How many ${what} ${of} ${rest}?`,
  (what, of, rest) => `${what} ${of} ${rest}`,
  (what, of, rest) => `show me the ${what} ${of} ${rest} please`,
  (what, of, rest) => `What are the ${what} ${rest} ${of}?`,
  (what, of, rest) => `Give us ${what} ${rest} ${of}`,
]

/** Questions for each word of each figure: of any place, by anything, of any time. */
export function figureQuestions(chance: Chance, places: readonly AskedPlace[]): readonly Asked[] {
  const mistyped = (word: string): string => {
    if (word.length < 7 || chance.whole(1, 4) > 1 || !/^[a-z]+$/.test(word)) return word
    const at = chance.whole(2, word.length - 3)
    return word.slice(0, at) + word.slice(at + 1)
  }
  const pick = <A>(from: readonly A[]): A => {
    const one = from[chance.whole(0, from.length - 1)]
    if (one === undefined) throw new Error('There is nothing to pick from.')
    return one
  }
  return Object.entries(FIGURE_WORDS).flatMap(([field, words]) =>
    words.flatMap((word): Asked[] =>
      Array.from({ length: 3 }, () => {
        const isOfRow = OF_ROWS.includes(field)
        const place = field.startsWith('live_')
          ? null
          : field === 'allocation'
            ? pick(places.filter(({ scope }) => scope === 'source'))
            : field === 'target' || field === 'loi'
              ? pick(places.filter(({ scope }) => scope !== 'supplier'))
              : chance.whole(1, 5) === 1
                ? null
                : pick(places)
        const [byWords, by] = !isOfRow && chance.whole(1, 2) === 1 ? pick(BY) : ['', undefined]
        const when = !isOfRow && chance.whole(1, 2) === 1 ? pick(TIMES) : undefined
        const of = place === null ? '' : `of ${place.scope} “${place.name}”`
        return {
          question: chance
            .pick(PHRASES)(mistyped(word), of, [byWords, when].filter(Boolean).join(' '))
            .replaceAll(/ +/g, ' '),
          intent: `figure.${field}`,
          tool: 'read_figures',
          args: {
            scope: place?.scope ?? 'account',
            ...(place === null ? {} : { id: place.id }),
            figures: [field],
            ...(by === undefined ? {} : { by }),
          },
          ...(when === undefined ? {} : { when }),
        }
      }),
    ),
  )
}
