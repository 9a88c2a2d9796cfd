import type { KnownIntent } from '@desk/schema/assistant/answer'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { FIELD_INTENTS } from './field-intents.ts'
import { FIGURE_INTENTS } from './figure-intents.ts'
import type { Intent } from './intent.ts'
import { LOOKUP_INTENTS } from './lookup-intents.ts'
import { PROPOSAL_INTENTS } from './proposal-intents.ts'

/** All intents; of those that take a question the one with the most words of its own answers, else the first. */
export const INTENTS: readonly Intent[] = [...PROPOSAL_INTENTS, ...LOOKUP_INTENTS, ...FIELD_INTENTS, ...FIGURE_INTENTS]

export const INTENT_WORDS: ReadonlySet<string> = new Set(INTENTS.flatMap(({ words }) => words.flat()))

/** The intents listed first: the present state; changes last. */
const TOLD: readonly Intent[] = [
  ...INTENTS.filter(({ intent }) => intent === 'figures'),
  ...[...LOOKUP_INTENTS, ...FIELD_INTENTS, ...FIGURE_INTENTS].filter(({ intent }) => intent !== 'figures'),
  ...PROPOSAL_INTENTS,
]

/** The intents listed to a view. */
export const intentsFor = (view: StreamViewType): readonly Intent[] =>
  view === 'internal' ? TOLD : TOLD.filter(({ isInternal }) => isInternal !== true)

/** The questions that the grammar knows. */
export const knownIntents = (view: StreamViewType): readonly KnownIntent[] =>
  intentsFor(view).map(({ intent, example }) => ({ intent, example }))
