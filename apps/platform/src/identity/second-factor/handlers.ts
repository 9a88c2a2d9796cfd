import { Effect } from 'effect'
import { handlersOf } from '#kernel/http/contract-handlers'
import { SecondFactors } from './second-factor.service.ts'

/** The caller's own second factor. */
export const secondFactorHandlers = handlersOf(
  'secondFactor',
  Effect.map(SecondFactors, ({ read, enrol, confirm, renewRecoveryCodes, disable }) => ({
    read: (_sent, caller) => read(caller),
    enrol: ({ payload }, caller) => enrol(caller, payload.confirmation),
    confirm: ({ payload }, caller) => confirm(caller, payload.code),
    newRecoveryCodes: ({ payload }, caller) => renewRecoveryCodes(caller, payload.confirmation),
    disable: ({ payload }, caller) => disable(caller, payload.confirmation),
  })),
)
