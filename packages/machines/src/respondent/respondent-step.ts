import { RESPONDENT_CODES, type RespondentCode, type RespondentStateName } from '@desk/schema/respondents/state'
import { restore, step } from '../runtime/step.ts'
import { ReconcilableCode, RESPONDENT_EVENTS, type RespondentEvent } from './respondent.events.ts'
import { respondentMachine, type RespondentContext } from './respondent.machine.ts'

/** A respondent after one event. */
export interface RespondentStepResult extends RespondentContext {
  readonly code: RespondentCode
  /** The ledger state changed. */
  readonly changed: boolean
  /** A return came after the final state and did not change it: to be logged, not counted. */
  readonly repeat: boolean
}

const STATE_OF_CODE = new Map<RespondentCode, RespondentStateName>(
  // Object.entries loses the key and value types of a const object.
  (Object.entries(RESPONDENT_CODES) as [RespondentStateName, RespondentCode][]).map(([name, code]) => [code, name]),
)

/**
 * Runs the respondent machine itself; `respondentStep` gives the same from its table.
 * @param code the respondent's ledger state
 * @param context the machine's context
 * @param event what happened
 */
export function respondentStepByMachine(
  code: RespondentCode,
  context: RespondentContext,
  event: RespondentEvent,
): RespondentStepResult {
  const name = STATE_OF_CODE.get(code)
  if (name === undefined) throw new RangeError(`${code} is not a respondent state; the codes are in RESPONDENT_CODES`)
  const { late, viaServer } = context
  const { snapshot, commands } = step(
    respondentMachine,
    restore(respondentMachine, { value: name, context: { late, viaServer } }),
    event,
  )
  // The machine's states are named by RespondentStateName; its value type is wider because some states are made by functions.
  const next = RESPONDENT_CODES[snapshot.value as RespondentStateName]
  return {
    code: next,
    changed: next !== code,
    ...snapshot.context,
    repeat: commands.some(({ type }) => type === 'logRepeat'),
  }
}

const RECONCILABLE: readonly number[] = ReconcilableCode.literals

/** Events and contexts are few; each has a number, so that a step is two lookups and no allocation. */
function eventNumber(event: RespondentEvent): number {
  switch (event.type) {
    case 'entry.refused':
      return event.code - 20
    case 'survey.entered':
      return 3
    case 'abandon.due':
      return 4
    case 'reconciliation.rejected':
      return 5
    case 'reconciliation.accepted':
      return 6
    case 'return.received':
      return 7 + (event.code - 30) * 6 + (event.viaServer ? (event.isBelieved ? 4 : 2) : 0) + (event.late ? 1 : 0)
    case 'reconciliation.undone':
      return 43 + RECONCILABLE.indexOf(event.code)
    default:
      return -1
  }
}

const contextNumber = (context: RespondentContext) => (context.late ? 2 : 0) + (context.viaServer ? 1 : 0)
const CONTEXTS: readonly RespondentContext[] = [
  { late: false, viaServer: false },
  { late: false, viaServer: true },
  { late: true, viaServer: false },
  { late: true, viaServer: true },
]

type Row = readonly (readonly RespondentStepResult[])[]

function rowOf(code: RespondentCode): Row {
  return CONTEXTS.map(context => {
    const cells: RespondentStepResult[] = []
    for (const event of RESPONDENT_EVENTS)
      cells[eventNumber(event)] = Object.freeze(respondentStepByMachine(code, context, event))
    return cells
  })
}

const TABLE: ReadonlyMap<RespondentCode, Row> = new Map([...STATE_OF_CODE.keys()].map(code => [code, rowOf(code)]))

/**
 * Moves a respondent (domain.md §3, law 8): the respondent machine as a table that it fills at load time, for the hot path of
 * entries and returns.
 * @param code the respondent's ledger state
 * @param context whether the return was late and whether a believed server sent it; both false at first
 * @param event what happened; an event that the machine does not know changes nothing
 * @returns the next state and context, whether the state changed, and whether it was a repeat to be logged only
 */
export function respondentStep(
  code: RespondentCode,
  context: RespondentContext,
  event: RespondentEvent,
): RespondentStepResult {
  return (
    TABLE.get(code)?.[contextNumber(context)]?.[eventNumber(event)] ?? {
      code,
      changed: false,
      late: context.late,
      viaServer: context.viaServer,
      repeat: false,
    }
  )
}
