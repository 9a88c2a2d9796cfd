import type { AnswerPart } from '@desk/schema/assistant/answer'
import type { SearchHit } from '@desk/schema/search/search'
import type { Effect } from 'effect'
import type { AnswerRecord } from '../record.ts'
import type { Asked } from '../toolkit/places.ts'
import type { ToolDesk, ToolRefusal } from '../toolkit/tool.ts'
import type { ReadQuestion } from './read-question.ts'

/** The things a question is about, found by name. */
export interface Meant extends Asked {
  readonly name: string
}

/** An intent's material for its answer. */
export interface IntentContext {
  readonly question: ReadQuestion
  readonly record: AnswerRecord
  readonly desk: ToolDesk
  readonly zone: string
  readonly now: Date
  /** Finds what the question names, else the page's project where it says “this”, else the account. */
  readonly meant: Effect.Effect<Meant, ToolRefusal>
  /** The same; of things that share a name, the one that this is so of. */
  readonly meantWhere: (isSo: (hit: SearchHit) => boolean) => Effect.Effect<Meant, ToolRefusal>
}

export interface IntentAnswer {
  /** How the question was understood. */
  readonly understood: string
  readonly parts: readonly AnswerPart[]
}

/** One thing that the grammar understands. */
export interface Intent {
  readonly intent: string
  /** A question that it answers. */
  readonly example: string
  /** Its own keywords; the question contains one of each list. */
  readonly words: readonly (readonly string[])[]
  /** It is of a figure that the plain external view does not have: it is not offered there. */
  readonly isInternal?: boolean
  /** Whether it answers a question that has its words; unset: yes. */
  readonly takes?: (question: ReadQuestion) => boolean
  readonly answer: (context: IntentContext) => Effect.Effect<IntentAnswer, ToolRefusal>
}
