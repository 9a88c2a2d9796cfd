import { Effect, Schema } from 'effect'
import { explainFormula, FigureName } from '../toolkit/explain-formula.ts'
import { findAnything } from '../toolkit/find.ts'
import { ToolRefusal } from '../toolkit/tool.ts'
import type { Intent } from './intent.ts'

const isFigureName = Schema.is(FigureName)

/** Questions that look something up. */
export const LOOKUP_INTENTS: readonly Intent[] = [
  {
    intent: 'formula',
    example: 'How is IR calculated?',
    words: [['calculated', 'calculate', 'formula', 'computed', 'mean', 'means', 'definition', 'defined', 'explain']],
    takes: ({ figures }) => figures.some(isFigureName),
    answer: Effect.fn('Assistant.answerFormula')(function* ({ question, record }) {
      const figure = question.figures.find(isFigureName)
      if (figure === undefined) return yield* new ToolRefusal({ message: 'Say which figure is meant.' })
      const { parts } = yield* record.call(explainFormula, { figure })
      return { understood: 'How a figure is calculated', parts }
    }),
  },
  {
    intent: 'find',
    example: 'Find “Streaming habits”',
    words: [['find', 'search', 'locate', 'lookup', 'open', 'goto']],
    takes: ({ name }) => name !== '',
    answer: Effect.fn('Assistant.answerFind')(function* ({ question, record }) {
      const { parts } = yield* record.call(findAnything, { text: question.name })
      return { understood: `Anything called “${question.name}”`, parts }
    }),
  },
]
