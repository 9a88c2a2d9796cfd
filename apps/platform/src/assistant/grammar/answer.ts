import type { Caller } from '@desk/api/authorization'
import type { AnswerItem, AnswerPart, AssistantQuestion, KnownIntent } from '@desk/schema/assistant/answer'
import { Effect } from 'effect'
import type { DeskCalls } from '../desk.ts'
import { askedFor } from '../desk.ts'
import type { AnswerDraft } from '../draft.ts'
import { answerRecord, type AnswerRecord } from '../record.ts'
import type { ToolDesk, ToolRefusal } from '../toolkit/tool.ts'
import type { Intent, IntentContext } from './intent.ts'
import { INTENT_WORDS, INTENTS, intentsFor } from './intents.ts'
import { meantIn } from './meant.ts'
import { withProject } from './offers.ts'
import { PROPOSAL_INTENTS } from './proposal-intents.ts'
import { readQuestion, type ReadQuestion } from './read-question.ts'

const CLOSEST = 3
const OTHERS_MAX = 5

/** A question as the grammar answers it. */
export interface Asking {
  readonly calls: DeskCalls
  readonly caller: Caller
  readonly question: AssistantQuestion
  readonly at: Date
  /** The caller's time zone. */
  readonly zone: string
  /** The questions before it in the conversation, oldest first: “and by supplier?” goes on from them. */
  readonly before?: readonly string[]
}

/** Whether a question asks for a change, which the grammar proposes. */
export function asksForChange({ question, at, zone }: Asking): boolean {
  const intent = intentOf(readQuestion(question.question, { now: at, zone, intentWords: INTENT_WORDS }))
  return intent !== undefined && PROPOSAL_INTENTS.includes(intent)
}

/** Answers a question without a model: by the intent whose words it contains. */
export const answerByGrammar = (asking: Asking): Effect.Effect<AnswerDraft> => {
  const { caller, question: asked, at, zone } = asking
  const desk: ToolDesk = asking
  const question = questionOf(asking)
  const record = answerRecord(desk)
  const others: AnswerItem[] = []
  const finding = { question, asked, record, desk, others }
  const context: IntentContext = {
    question,
    record,
    desk,
    zone,
    now: at,
    meant: meantIn(finding, () => false),
    meantWhere: isSo => meantIn(finding, isSo),
  }
  const intent = intentOf(question)
  const draft = intent === undefined ? unknown(question, record, asking) : answerBy(intent, context, others)
  return askedFor(caller)(draft)
}

const GOES_ON = /^(?:and|what about|how about|the same)\b/i

/** A question; one that goes on from others takes from them the words that it leaves out. */
function questionOf({ question: { question: text }, before = [], at, zone }: Asking): ReadQuestion {
  const read = (words: string): ReadQuestion => readQuestion(words, { now: at, zone, intentWords: INTENT_WORDS })
  const goesOn = (words: string): boolean => GOES_ON.test(words.trim())
  if (!goesOn(text)) return read(text)
  const first = before.findLastIndex(words => !goesOn(words))
  return [...before.slice(Math.max(0, first)), text].map(read).reduce(after)
}

/** A question with what it leaves out of the one before it. */
const after = (before: ReadQuestion, now: ReadQuestion): ReadQuestion => ({
  ...now,
  keywords: new Set([...before.keywords, ...now.keywords]),
  figures: now.figures.length > 0 ? now.figures : before.figures,
  by: now.by ?? before.by,
  order: now.order ?? before.order,
  range: now.range ?? before.range,
  otherRange: now.range === null ? before.otherRange : now.otherRange,
  amounts: now.amounts.length > 0 ? now.amounts : before.amounts,
  ...(now.name !== '' || now.isOfThis
    ? {}
    : { name: before.name, within: before.within, scope: before.scope, isOfThis: before.isOfThis }),
})

const wordsIn = ({ words }: Intent, { keywords }: ReadQuestion): number =>
  words.reduce((sum, list) => sum + list.filter(word => keywords.has(word)).length, 0)

/** The intent that takes a question: all its lists have a word there; the one with the most words, of equals the first. */
export function intentOf(question: ReadQuestion): Intent | undefined {
  let best: Intent | undefined
  let most = 0
  for (const intent of INTENTS) {
    const { words, takes } = intent
    if (!words.every(list => list.some(word => question.keywords.has(word)))) continue
    if (takes !== undefined && !takes(question)) continue
    // an intent that needs several words is more exact than one that has several words for one thing
    const score = words.length * 10 + Math.min(wordsIn(intent, question), 9)
    if (score > most) [best, most] = [intent, score]
  }
  return best
}

function answerBy(intent: Intent, context: IntentContext, others: readonly AnswerItem[]): Effect.Effect<AnswerDraft> {
  const { record, question } = context
  const outcome = Effect.map(intent.answer(context), ({ understood, parts }) => ({ understood, parts }))
  return Effect.map(
    Effect.catch(outcome, ({ message }: ToolRefusal) =>
      Effect.succeed({ understood: null, parts: [{ kind: 'text' as const, text: message }] }),
    ),
    ({ understood, parts }) => ({
      ...ofGrammar(record),
      understood: understood === null ? wordsOfIntent(intent, question) : withCorrections(understood, question),
      parts: [...parts, ...othersAs(others)],
      closest: [],
    }),
  )
}

const wordsOfIntent = ({ example }: Intent, question: ReadQuestion): string =>
  withCorrections(`A question like “${example}”`, question)

const withCorrections = (understood: string, { corrected }: ReadQuestion): string =>
  corrected.length === 0
    ? understood
    : `${understood} (${corrected.map(([typed, meant]) => `${typed} read as ${meant}`).join(', ')})`

const othersAs = (others: readonly AnswerItem[]): readonly AnswerPart[] =>
  others.length === 0
    ? []
    : [
        { kind: 'text', text: 'Similar names:' },
        { kind: 'list', items: others.slice(0, OTHERS_MAX), has_more: others.length > OTHERS_MAX },
      ]

const ofGrammar = ({ toolCalls, proposals }: AnswerRecord) => ({
  answered_by: 'grammar' as const,
  fallback: null,
  is_cut: false,
  tool_calls: toolCalls,
  proposals,
})

/** A question that no intent takes: the three that have the most of its words, else the first. */
function unknown(
  question: ReadQuestion,
  record: AnswerRecord,
  { caller, calls, question: asked }: Asking,
): Effect.Effect<AnswerDraft> {
  const closest: readonly KnownIntent[] = intentsFor(caller.view)
    .map(intent => ({ intent, score: wordsIn(intent, question) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CLOSEST)
    .map(({ intent: { intent, example } }) => ({ intent, example }))
  return Effect.map(
    asked.pm_proj_ud === undefined ? withProject(closest, calls) : Effect.succeed(closest),
    offered => ({
      ...ofGrammar(record),
      understood: null,
      parts: [{ kind: 'text', text: 'I do not understand this question. These are the closest that I can answer.' }],
      closest: offered,
    }),
  )
}
