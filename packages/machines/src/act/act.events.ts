import { Schema } from 'effect'
import { personal } from '@desk/schema/journal/personal'
import { eventSchema, requestId } from '../runtime/event.ts'

const attemptNo = Schema.Int
/** The idempotency key of one intention: a repeat under the same key acts once. */
const key = Schema.String
const message = personal(Schema.String)

/** The dialog of an act: the replay draws it from these words. */
export const ActQuestion = Schema.Struct({
  title: personal(Schema.String),
  /** One paragraph each. */
  lines: personal(Schema.Array(Schema.String)),
  confirmLabel: personal(Schema.String),
  tone: Schema.Literals(['neutral', 'danger']),
})
export type ActQuestion = typeof ActQuestion.Type

export const ActEvent = Schema.Union([
  /** `call`: its name in the contract. `rows`: the calls that the act makes. `question` null: the screen's own button was the confirmation. */
  eventSchema('act.requested', {
    call: Schema.String,
    rows: Schema.Int,
    needsPreview: Schema.Boolean,
    question: Schema.NullOr(ActQuestion),
  }),
  /** `rows`: the rows that the act would change. `question`: with the preview in words; null: as it was. */
  eventSchema('act.previewed', {
    attemptNo,
    digest: Schema.String,
    rows: Schema.Int,
    question: Schema.NullOr(ActQuestion),
  }),
  /** `digest`: of the preview that the user saw; null: the act has none. */
  eventSchema('act.confirmed', { key, digest: Schema.NullOr(Schema.String) }),
  eventSchema('act.progressed', { attemptNo, done: Schema.Int, failed: Schema.Int }),
  /** `question`: the dialog with the result; null: the dialog closes. */
  eventSchema('act.answered', {
    attemptNo,
    done: Schema.Int,
    failed: Schema.Int,
    canUndo: Schema.Boolean,
    question: Schema.NullOr(ActQuestion),
  }),
  /** The server judged the call, and refused it. */
  eventSchema('act.refused', { attemptNo, message, requestId }),
  /** No answer came: the server may have acted. */
  eventSchema('act.unanswered', { attemptNo, message, requestId }),
  /** The object or the preview changed since the user saw it. */
  eventSchema('act.outdated', { attemptNo, message, requestId }),
  /** The user did not confirm who they are (S8): nothing was done. */
  eventSchema('act.withdrawn', { attemptNo }),
  eventSchema('act.retryRequested', { key }),
  eventSchema('act.undoRequested', { key }),
  eventSchema('act.dismissed', {}),
])
export type ActEvent = typeof ActEvent.Type
