import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import { isHidden, labelsOf, type FigureField } from '../toolkit/figure-fields.ts'
import { NOT_SEEN, readFigures } from '../toolkit/read-figures.ts'
import type { Intent, IntentContext } from './intent.ts'
import { placeWords } from './place-words.ts'
import { FIGURE_WORDS } from './vocabulary.ts'

/** Reads figures of what the question names, by what it names, of the time that it names. */
const answerFigures = (figures: readonly FigureField[] | null) =>
  Effect.fn('Assistant.answerFigures')(function* ({ question, record, desk, meant }: IntentContext) {
    const { range, by } = question
    const shown = figures?.filter(figure => !isHidden(figure, desk.caller.view))
    // of a figure that the view hides nothing is said, not even its name
    if (shown?.length === 0)
      return { understood: 'A figure that your view does not have', parts: [{ kind: 'text' as const, text: NOT_SEEN }] }
    const { scope, id, name } = yield* meant
    const found = yield* record.call(readFigures, {
      scope,
      ...(id === undefined ? {} : { id }),
      ...(figures === null ? {} : { figures }),
      ...(by === null ? {} : { by }),
      ...(range === null ? {} : { from: range.from.toISOString(), to: range.to.toISOString() }),
    })
    const what = shown === undefined ? 'Figures' : labelsOf(shown)
    const lines = by === null ? '' : ` by ${REPORT_DIMENSIONS[by].label.toLowerCase()}`
    const when = range === null ? '' : `, ${range.label}`
    return { understood: `${what} of ${placeWords(scope, name)}${lines}${when}`, parts: found.parts }
  })

const EXAMPLES: Partial<Record<FigureField, string>> = {
  entrants: 'How many entrants today?',
  completes: 'How many completes by country?',
  terms: 'How many terms has this project?',
  oQs: 'How many overquotas by source?',
  abandons: 'How many abandons by day this week?',
  inflight: 'How many respondents are inflight?',
  eqTerms: 'How many EQ terms by supplier?',
  sqTerms: 'How many SQ terms by supplier?',
  ir: 'What is the IR of this project?',
  conversion: 'What was the conversion by supplier last week?',
  loi: 'What is the LOI of this project?',
  supplierCpi: 'What is the CPI by supplier?',
  expense: 'What is the expense of this project?',
  target: 'What is the target of this project?',
  allocation: 'What is the allocation of source “Main”?',
  revenue: 'What is the revenue by project?',
  margin: 'What was the margin by project last month?',
  drop_off: 'What is the drop-off by supplier?',
  epc: 'What is the EPC by supplier?',
  rejected_since: 'How many rejections by supplier last month?',
  reject_rate: 'What is the reject rate by supplier?',
  revenue_adjusted: 'What are the adjustments of last month?',
}

/** A question about figures: one intent for each, which takes others named beside it. */
export const FIGURE_INTENTS: readonly Intent[] = [
  ...Object.entries(EXAMPLES).map(([name, example]): Intent => {
    const figure = name as FigureField // Object.entries loses the key types
    return {
      intent: `figure.${figure}`,
      example,
      words: [FIGURE_WORDS[figure] ?? []],
      isInternal: isHidden(figure, 'external'),
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
