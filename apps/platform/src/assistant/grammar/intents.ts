import type { KnownIntent } from '@desk/schema/assistant/answer'
import { FIGURE_INTENTS } from './figure-intents.ts'
import type { Intent } from './intent.ts'
import { LOOKUP_INTENTS } from './lookup-intents.ts'
import { PROPOSAL_INTENTS } from './proposal-intents.ts'

/** All intents; of those that take a question the one with the most words of its own answers, else the first. */
export const INTENTS: readonly Intent[] = [...PROPOSAL_INTENTS, ...LOOKUP_INTENTS, ...FIGURE_INTENTS]

export const INTENT_WORDS: ReadonlySet<string> = new Set(INTENTS.flatMap(({ words }) => words.flat()))

/** What the grammar can be asked. */
export const KNOWN_INTENTS: readonly KnownIntent[] = INTENTS.map(({ intent, example }) => ({ intent, example }))
