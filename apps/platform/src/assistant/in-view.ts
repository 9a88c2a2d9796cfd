import type { AssistantAnswer } from '@desk/schema/assistant/answer'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { StoredAnswer } from './conversations.store.ts'

/** The replacement for a text that a view may no longer see. */
export const WITHHELD =
  'This was answered while you had the advanced view. Ask again to see what your present view shows.'

/** A stored answer as a view may see it: one that was given in the internal view is withheld from the external one (domain.md §4). */
export function inView({ isInternalView, answer }: StoredAnswer, view: StreamViewType): AssistantAnswer {
  if (!isInternalView || view === 'internal') return answer
  return {
    ...answer,
    // it contains names that only the internal view has
    understood: answer.understood === null ? null : 'a question in the advanced view',
    parts: [{ kind: 'text', text: WITHHELD }],
    tool_calls: [],
    proposals: [],
    closest: [],
  }
}
