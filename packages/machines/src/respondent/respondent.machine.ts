import { assign, setup } from 'xstate'
import { RESPONDENT_CODES, type RespondentStateName } from '@desk/schema/respondents/state'
import { command } from '../runtime/step.ts'
import type { RespondentEvent } from './respondent.events.ts'

/** The facts of a respondent beside the state. */
export interface RespondentContext {
  /** The return came after the respondent counted, or should have counted, as an abandon. */
  readonly late: boolean
  /** The final state came from a believed server-to-server return, not from the respondent's browser or an unproven return. */
  readonly viaServer: boolean
}

type ReturnReceived = Extract<RespondentEvent, { type: 'return.received' }>
const returnOf = (event: RespondentEvent): ReturnReceived | null => (event.type === 'return.received' ? event : null)

const FINAL_BY_RETURN = [
  'complete',
  'clientTerm',
  'clientOverquota',
  'qualityTerm',
  'securityTerm',
  'invalidReturn',
] as const satisfies readonly RespondentStateName[]

type FinalByReturn = (typeof FINAL_BY_RETURN)[number]

/** The first return decides; from abandon it is accepted as late (domain.md §3). */
const firstReturn = FINAL_BY_RETURN.map(
  state =>
    ({
      guard: { type: 'isCode', params: { code: RESPONDENT_CODES[state] } },
      target: state,
      actions: 'keepReturn',
    }) as const,
)
const lateReturn = firstReturn.map(transition => ({ ...transition, actions: ['keepReturn', 'markLate'] }) as const)

const beats = (state: FinalByReturn) => ({ type: 'beatsBrowser', params: { code: RESPONDENT_CODES[state] } }) as const

const fromBelievedServer = ({ viaServer, isBelieved }: ReturnReceived): boolean => viaServer && isBelieved

/**
 * A return after a final state. A believed server-to-server return overrules an earlier unproven one, unless it is
 * itself invalid: no client may undo a return by posting a bad hash, or none. Anything else is a repeat: logged,
 * without effect on the state.
 */
const laterReturn = (own: FinalByReturn) => [
  ...(own === 'invalidReturn' ? [] : [{ guard: beats(own), actions: ['keepServer', 'logRepeat'] } as const]),
  ...FINAL_BY_RETURN.filter(state => state !== 'invalidReturn' && state !== own).map(
    state => ({ guard: beats(state), target: state, actions: 'keepServer' }) as const,
  ),
  { actions: 'logRepeat' } as const,
]
const repeatOnly = { actions: 'logRepeat' } as const

const inboundFinal = (own: FinalByReturn) =>
  ({ on: { 'return.received': laterReturn(own), 'reconciliation.accepted': 'accepted' } }) as const
/** The undo of a reconciliation leads back to the state of before it, and to no state that it could not have come from. */
const undoneTo = (states: readonly RespondentStateName[]) =>
  states.map(
    state => ({ guard: { type: 'isStateBefore', params: { code: RESPONDENT_CODES[state] } }, target: state }) as const,
  )
const refused = { on: { 'return.received': repeatOnly } } as const

/**
 * One respondent of the ledger (domain.md §3). One final state, the first, adjusted only by reconciliation (law 8).
 * An abandon is not final: a late return ends it (§4.4).
 */
export const respondentMachine = setup({
  types: {
    context: {} as RespondentContext,
    events: {} as RespondentEvent,
  },
  actions: {
    logRepeat: command(),
    keepReturn: assign(({ context, event }) => {
      const received = returnOf(event)
      return received === null ? context : { late: received.late, viaServer: fromBelievedServer(received) }
    }),
    keepServer: assign({ viaServer: true }),
    markLate: assign({ late: true }),
  },
  guards: {
    isCode: ({ event }, { code }: { code: number }) => returnOf(event)?.code === code,
    isRefusal: ({ event }, { code }: { code: number }) => event.type === 'entry.refused' && event.code === code,
    isStateBefore: ({ event }, { code }: { code: number }) =>
      event.type === 'reconciliation.undone' && event.code === code,
    beatsBrowser: ({ context, event }, { code }: { code: number }) => {
      const received = returnOf(event)
      return received !== null && fromBelievedServer(received) && !context.viaServer && received.code === code
    },
  },
}).createMachine({
  id: 'respondent',
  context: { late: false, viaServer: false },
  initial: 'entered',
  states: {
    entered: {
      on: {
        'entry.refused': [
          { guard: { type: 'isRefusal', params: { code: RESPONDENT_CODES.defenderTerm } }, target: 'defenderTerm' },
          { guard: { type: 'isRefusal', params: { code: RESPONDENT_CODES.screenerTerm } }, target: 'screenerTerm' },
          { guard: { type: 'isRefusal', params: { code: RESPONDENT_CODES.noOpenQuota } }, target: 'noOpenQuota' },
        ],
        'survey.entered': 'inSurvey',
        'abandon.due': 'abandon',
      },
    },
    inSurvey: { on: { 'return.received': firstReturn, 'abandon.due': 'abandon' } },
    abandon: {
      on: {
        'return.received': lateReturn,
        'reconciliation.accepted': 'accepted',
      },
    },
    defenderTerm: refused,
    screenerTerm: refused,
    noOpenQuota: refused,
    complete: { on: { 'return.received': laterReturn('complete'), 'reconciliation.rejected': 'rejected' } },
    clientTerm: inboundFinal('clientTerm'),
    clientOverquota: inboundFinal('clientOverquota'),
    qualityTerm: inboundFinal('qualityTerm'),
    securityTerm: inboundFinal('securityTerm'),
    invalidReturn: inboundFinal('invalidReturn'),
    rejected: {
      on: {
        'return.received': repeatOnly,
        'reconciliation.accepted': 'accepted',
        'reconciliation.undone': undoneTo(['complete', 'accepted']),
      },
    },
    accepted: {
      on: {
        'return.received': repeatOnly,
        'reconciliation.rejected': 'rejected',
        'reconciliation.undone': undoneTo([
          'clientTerm',
          'clientOverquota',
          'qualityTerm',
          'securityTerm',
          'invalidReturn',
          'abandon',
          'rejected',
        ]),
      },
    },
  },
})
