import { Schema } from 'effect'
import { eventSchema } from '../runtime/event.ts'

const readNo = Schema.Int

export const VersionPollEvent = Schema.Union([
  /** The page has loaded. `buildDate` is that of the running build, null when it does not know its own. */
  eventSchema('version.pollRequested', { isLocalDevelopment: Schema.Boolean, buildDate: Schema.NullOr(Schema.String) }),
  eventSchema('version.read', { readNo, buildDate: Schema.String }),
  eventSchema('version.readFailed', { readNo, message: Schema.String }),
  eventSchema('timer.elapsed', { timerNo: Schema.Int }),
  eventSchema('version.reloadRequested', {}),
])
export type VersionPollEvent = typeof VersionPollEvent.Type
