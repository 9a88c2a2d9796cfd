import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import { FIGURE_KINDS } from '../toolkit/figure.ts'
import { readFigures, type FigureField } from '../toolkit/read-figures.ts'
import type { Intent, IntentContext } from './intent.ts'
import { placeWords } from './place-words.ts'
import { FIGURE_WORDS } from './vocabulary.ts'

type Figure = typeof FigureField.Type

const labelOf = (figure: Figure): string => FIGURE_KINDS.get(figure)?.label ?? figure

/** Reads figures of what the question names, by what it names, of the time that it names. */
const answerFigures = (figures: readonly Figure[] | null) =>
  Effect.fn('Assistant.answerFigures')(function* ({ question, record, meant }: IntentContext) {
    const { scope, id, name } = yield* meant
    const { range, by } = question
    const found = yield* record.call(readFigures, {
      scope,
      ...(id === undefined ? {} : { id }),
      ...(figures === null ? {} : { figures }),
      ...(by === null ? {} : { by }),
      ...(range === null ? {} : { from: range.from.toISOString(), to: range.to.toISOString() }),
    })
    const what = figures === null ? 'Figures' : figures.map(labelOf).join(', ')
    const lines = by === null ? '' : ` by ${REPORT_DIMENSIONS[by].label.toLowerCase()}`
    const when = range === null ? '' : `, ${range.label}`
    return { understood: `${what} of ${placeWords(scope, name)}${lines}${when}`, parts: found.parts }
  })

const EXAMPLES: Partial<Record<Figure, string>> = {
  entrants: 'How many entrants today?',
  completes: 'How many completes by country?',
  terms: 'How many terms has this project?',
  oQs: 'How many overquotas by source?',
  abandons: 'How many abandons has this project?',
  inflight: 'How many respondents are inflight?',
  eqTerms: 'How many EQ terms by supplier?',
  sqTerms: 'How many SQ terms by supplier?',
  ir: 'What is the IR of this project?',
  conversion: 'What is the conversion by supplier?',
  loi: 'What is the LOI of this project?',
  supplierCpi: 'What is the CPI by supplier?',
  expense: 'What is the expense of this project?',
  target: 'What is the target of this project?',
  allocation: 'What is the allocation of source “Main”?',
  revenue: 'What is the revenue by project?',
  margin: 'What is the margin by project?',
}

/** A question about figures: one intent for each, which takes others that stand beside it. */
export const FIGURE_INTENTS: readonly Intent[] = [
  ...Object.entries(EXAMPLES).map(([name, example]): Intent => {
    const figure = name as Figure // Object.entries loses the key types
    return {
      intent: `figure.${figure}`,
      example,
      words: [FIGURE_WORDS[figure] ?? []],
      answer: context => {
        const { figures } = context.question
        return answerFigures(figures.length === 0 ? [figure] : figures)(context)
      },
    }
  }),
  {
    intent: 'figures',
    example: 'How is this project doing?',
    words: [
      ['doing', 'performing', 'performance', 'figures', 'overview', 'metrics', 'status', 'going', 'stats', 'kpis'],
    ],
    takes: ({ figures }) => figures.length === 0,
    answer: answerFigures(null),
  },
  {
    intent: 'live.projects',
    example: 'How many projects are live?',
    words: [
      ['live', 'fielding', 'running'],
      ['projects', 'project', 'surveys', 'sources', 'many'],
    ],
    takes: ({ name, isOfThis }) => name === '' && !isOfThis,
    answer: answerFigures(['live_projects', 'live_surveys', 'live_sources']),
  },
]
