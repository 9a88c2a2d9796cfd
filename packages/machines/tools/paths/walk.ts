import type { AnyStateMachine, EventFromLogic, EventObject, SnapshotFrom } from 'xstate'
import { start, stateOf, step, type CommandFrom, type MachineState } from '../../src/runtime/step.ts'

/** The source of paths: the shipped machine and its sample events. */
export interface PathSource<M extends AnyStateMachine> {
  readonly machine: M
  /** Sample events for a machine in that snapshot, the same number in the same order everywhere. */
  readonly samplesAt: (snapshot: SnapshotFrom<M>) => readonly EventFromLogic<M>[]
  /** The part of the context that makes a place different for the generator; not counters or names. Default: nothing. */
  readonly placeOf?: (snapshot: SnapshotFrom<M>) => unknown
  /** Every sample event in every state, refused and unknown ones too; for machines that must be the same elsewhere (law 6). */
  readonly isThorough?: boolean
  /** An event's name in a title. Default: its type with its short fields. */
  readonly titleOf?: (event: EventFromLogic<M>) => string
}

export interface PathStep<M extends AnyStateMachine> {
  readonly event: EventFromLogic<M>
  readonly title: string
  readonly state: MachineState
  readonly commands: readonly CommandFrom<M>[]
  readonly snapshot: SnapshotFrom<M>
}

/** One way through a machine: 'draft ▸ LAUNCH ▸ live ▸ PAUSE ▸ paused'. */
export interface MachinePath<M extends AnyStateMachine> {
  readonly title: string
  /** The machine's state before the first step. */
  readonly beginning: MachineState
  readonly steps: readonly PathStep<M>[]
  /** Which of the sample events each step takes. */
  readonly choices: readonly number[]
}

const valueTitle = (value: MachineState['value']): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, inner]) => (inner === undefined ? key : `${key}.${valueTitle(inner)}`))
        .join(' + ')

const MAX_FIELD_LENGTH = 40

function defaultTitle(event: EventObject): string {
  const fields = Object.entries(event)
    .filter(([key, value]) => key !== 'type' && value !== null && typeof value !== 'object')
    .map(([key, value]) => `${key} ${String(value).slice(0, MAX_FIELD_LENGTH)}`)
  return fields.length === 0 ? event.type : `${event.type}(${fields.join(', ')})`
}

export type Choice = number
/** Sample events are identified by their index, since some differ in the number of the call that they answer. */
export type Choices = readonly Choice[]

/** Applies one of the sample events of the machine's present state. */
export function stepBy<M extends AnyStateMachine>(
  source: PathSource<M>,
  snapshot: SnapshotFrom<M>,
  choice: number,
): PathStep<M> {
  const event = source.samplesAt(snapshot)[choice]
  if (event === undefined)
    throw new RangeError(
      `${source.machine.id}: samplesAt gives no event ${choice} there; it must give the same number everywhere`,
    )
  const next = step(source.machine, snapshot, event)
  return {
    event,
    title: (source.titleOf ?? defaultTitle)(event),
    state: stateOf(next.snapshot),
    commands: next.commands,
    snapshot: next.snapshot,
  }
}

/** Walks a machine by choices among its sample events. */
export function walkBy<M extends AnyStateMachine>(source: PathSource<M>, choices: Choices): MachinePath<M> {
  let { snapshot } = start(source.machine)
  const beginning = stateOf(snapshot)
  const titles = [valueTitle(beginning.value)]
  const steps = choices.map(choice => {
    const taken = stepBy(source, snapshot, choice)
    snapshot = taken.snapshot
    titles.push(taken.title, valueTitle(taken.state.value))
    return taken
  })
  return { title: titles.join(' ▸ '), beginning, steps, choices }
}
