import type { AssistantAnswer } from '@desk/schema/assistant/answer'

/** An answer before it has a place in a conversation. */
export type AnswerDraft = Omit<AssistantAnswer, 'conversation_id' | 'number' | 'asked_at' | 'question'>
