import { Schema } from 'effect'
import { StatusGuardFacts } from '@desk/schema/statuses/facts'
import { eventSchema } from '../runtime/event.ts'

const judged = { by: Schema.Literals(['user', 'system']), facts: StatusGuardFacts }

export const StatusMachineEvent = Schema.Union([
  eventSchema('LAUNCH', judged),
  eventSchema('RESUME', judged),
  eventSchema('PAUSE', judged),
  eventSchema('AUTO_PAUSE', judged),
  eventSchema('COMPLETE', judged),
  eventSchema('CANCEL', judged),
])
export type StatusMachineEvent = typeof StatusMachineEvent.Type
