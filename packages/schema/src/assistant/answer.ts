import { Schema } from 'effect'
import { Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { FigureToken } from './figure-token.ts'
import { Proposal } from './proposal.ts'

export const QUESTION_MAX_LENGTH = 1_000
/** The most questions of one conversation. */
export const CONVERSATION_MESSAGES_MAX = 200

/** A question (api:E3); without a conversation it begins one. */
export const AssistantQuestion = Schema.Struct({
  question: Schema.String.check(
    Schema.isPattern(/\S/, { message: 'Ask something' }),
    Schema.isMaxLength(QUESTION_MAX_LENGTH),
  ),
  conversation_id: Schema.optionalKey(Id),
  /** The project of the page that the user is on, which “this project” means. */
  pm_proj_ud: Schema.optionalKey(Id),
  /** The answer comes in lines of JSON (application/x-ndjson), if a model gives it: each is an `AssistantProgress`, the last one the answer. */
  is_streamed: Schema.optionalKey(Schema.Boolean),
})
export type AssistantQuestion = typeof AssistantQuestion.Type

/** One line of a list: an object, a change, an alert, with its figures. Title and detail are data: shown as they are. */
const AnswerItem = Schema.Struct({
  title: Schema.String,
  detail: Schema.NullOr(Schema.String),
  at: Schema.NullOr(IsoInstant),
  link: Schema.NullOr(Schema.String),
  figures: Schema.Array(FigureToken),
})
export type AnswerItem = typeof AnswerItem.Type

/** A piece of a model's paragraph: its own words, which hold no numeral, or what a tool gave: a figure, a name with its screen, a moment. */
export const ProsePiece = Schema.Union([
  Schema.Struct({ kind: Schema.Literal('text'), text: Schema.String }),
  Schema.Struct({ kind: Schema.Literal('figure'), figure: FigureToken }),
  Schema.Struct({ kind: Schema.Literal('name'), text: Schema.String, link: Schema.NullOr(Schema.String) }),
  Schema.Struct({ kind: Schema.Literal('time'), at: IsoInstant }),
])
export type ProsePiece = typeof ProsePiece.Type

/** A part of an answer, in the order in which it is read. No part is markup: nothing of it is rendered as a link or an image but `link`. */
export const AnswerPart = Schema.Union([
  Schema.Struct({ kind: Schema.Literal('text'), text: Schema.String }),
  Schema.Struct({ kind: Schema.Literal('figure'), figure: FigureToken }),
  Schema.Struct({ kind: Schema.Literal('prose'), pieces: Schema.Array(ProsePiece) }),
  Schema.Struct({
    kind: Schema.Literal('list'),
    items: Schema.Array(AnswerItem),
    /** How many more there are, at least; the link of the answer's tool call shows them. */
    has_more: Schema.Boolean,
  }),
])
export type AnswerPart = typeof AnswerPart.Type

/** A call that the answer rests on, shown when a user unfolds it. */
export const ToolCall = Schema.Struct({
  tool: Schema.String,
  arguments: Schema.Record(Schema.String, Schema.Json),
  /** Its result, in one line. */
  summary: Schema.String,
  /** The screen that shows the same. */
  link: Schema.NullOr(Schema.String),
  is_refused: Schema.Boolean,
})
export type ToolCall = typeof ToolCall.Type

/** Why the grammar answered although a model is configured. */
export const FallbackReason = Schema.Literals([
  'too_slow',
  'refused',
  'unreachable',
  'unusable',
  'budget_used',
  'too_often',
])
export type FallbackReason = typeof FallbackReason.Type

/** A question that the grammar understands, with its intent. */
export const KnownIntent = Schema.Struct({ intent: Schema.String, example: Schema.String })
export type KnownIntent = typeof KnownIntent.Type

/** An answer (api:E3). */
export const AssistantAnswer = Schema.Struct({
  conversation_id: Id,
  /** Its place in the conversation, from 1. */
  number: Schema.Int,
  asked_at: IsoInstant,
  question: Schema.String,
  answered_by: Schema.Literals(['grammar', 'model']),
  /** The model that was asked, whether or not its answer was taken; left out: none was. */
  model: Schema.optionalKey(Schema.String),
  fallback: Schema.NullOr(FallbackReason),
  /** How the question was understood, in words; null: it was not. */
  understood: Schema.NullOr(Schema.String),
  parts: Schema.Array(AnswerPart),
  /** Numerals and web addresses that no tool gave were removed from the model's words. */
  is_cut: Schema.Boolean,
  tool_calls: Schema.Array(ToolCall),
  proposals: Schema.Array(Proposal),
  /** The three intents that are closest to a question that was not understood. */
  closest: Schema.Array(KnownIntent),
})
export type AssistantAnswer = typeof AssistantAnswer.Type

/** The known part of a model's answer before its end; a tool call voids the model's earlier text. */
export const AssistantProgress = Schema.Union([
  Schema.Struct({ kind: Schema.Literal('call'), tool: Schema.String }),
  Schema.Struct({ kind: Schema.Literal('prose'), pieces: Schema.Array(ProsePiece) }),
  /** Nothing yet, so that no one takes the silence for the end. */
  Schema.Struct({ kind: Schema.Literal('waiting') }),
])
export type AssistantProgress = typeof AssistantProgress.Type

/** A message that left the desk for a question, or came back. */
const SentMessage = Schema.Struct({
  role: Schema.Literals(['system', 'user', 'assistant', 'tool']),
  text: Schema.String,
})
export type SentMessage = typeof SentMessage.Type

/** The messages that left the desk for one answer. */
export const SentToModel = Schema.Struct({
  model: Schema.String,
  /** The host of its service. */
  service: Schema.String,
  /** Its use of the account's budget. */
  tokens: Schema.Int,
  messages: Schema.Array(SentMessage),
})
export type SentToModel = typeof SentToModel.Type

/** A conversation of the caller's. */
export const Conversation = Schema.Struct({
  conversation_id: Id,
  /** Its first question. */
  title: Schema.String,
  messages: Schema.Int,
  began_at: IsoInstant,
  last_at: IsoInstant,
})
export type Conversation = typeof Conversation.Type

/** A conversation with its answers, oldest first. */
export const ConversationDetail = Schema.Struct({ ...Conversation.fields, answers: Schema.Array(AssistantAnswer) })
export type ConversationDetail = typeof ConversationDetail.Type

export const conversationParams = { id: IdFromText }
export const answerParams = { id: IdFromText, number: IdFromText }

/** An account's limits for the model, and its use in this month of UTC; a question under way counts as its maximum. */
export const AssistantBudget = Schema.Struct({
  tokens_a_month: Schema.Int,
  tokens_used: Schema.Int,
  questions_a_minute: Schema.Int,
})
export type AssistantBudget = typeof AssistantBudget.Type

/** The answering service, and the data that leaves the desk. */
export const AssistantSettings = Schema.Struct({
  answers_by: Schema.Literals(['grammar', 'model']),
  /** The model and the host of its service; null: none is configured. */
  model: Schema.NullOr(Schema.String),
  service: Schema.NullOr(Schema.String),
  /** The data sent to that service, in sentences; empty: nothing leaves the desk. */
  sent: Schema.Array(Schema.String),
  /** Null: no model is configured. */
  budget: Schema.NullOr(AssistantBudget),
  /** For how many days after its last question a conversation is stored. */
  kept_days: Schema.Int,
  /** Questions to begin with, of what the account has. */
  offers: Schema.Array(KnownIntent),
  intents: Schema.Array(KnownIntent),
})
export type AssistantSettings = typeof AssistantSettings.Type
