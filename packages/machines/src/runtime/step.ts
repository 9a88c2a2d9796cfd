import {
  createActor,
  initialTransition,
  type AnyActorScope,
  type AnyStateMachine,
  type ExecutableActionObject,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
  type StateMachine,
  type StateValue,
} from 'xstate'

// The fifth type argument of StateMachine is its actions; the others do not matter here and have no common supertype but any.
/* oxlint-disable typescript/no-explicit-any */
type ActionOf<M> =
  M extends StateMachine<any, any, any, any, infer A, any, any, any, any, any, any, any, any, any> ? A : never
/* oxlint-enable typescript/no-explicit-any */
/** Distinguishes commands from assignments among a machine's actions; exists in types only. */
declare const COMMAND: unique symbol
interface CommandMark {
  readonly [COMMAND]?: never
}
/** Distinguishes passed-on commands from the machine's own; exists in types only. */
declare const PASSED_ON: unique symbol
interface PassedOnMark {
  readonly [PASSED_ON]?: never
}
type Unmarked<P> = { readonly [K in keyof P as K extends typeof COMMAND ? never : K]: P[K] }
type AsCommand<A> = A extends { type: infer T extends string; params: infer P }
  ? [NonNullable<P>] extends [never]
    ? never
    : typeof COMMAND extends keyof NonNullable<P>
      ? undefined extends P
        ? { readonly type: T; readonly params?: undefined }
        : { readonly type: T; readonly params: Unmarked<P> }
      : typeof PASSED_ON extends keyof NonNullable<P>
        ? PassedOn<P>
        : never
  : never
type PassedOn<P> = P extends { readonly commands: readonly (infer C)[] } ? C : never

/** A command that a machine may ask for: a name and its typed parameters. The machine's runner performs it. */
export type CommandFrom<M extends AnyStateMachine> = AsCommand<ActionOf<M>>

/** A machine after one event: the next snapshot, and the commands in the order to perform them. */
export interface Step<M extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<M>
  readonly commands: readonly CommandFrom<M>[]
}

/** The plain, serialisable part of a snapshot, enough to continue from. */
export interface MachineState {
  readonly value: StateValue
  readonly context: object
}

/**
 * Declares a command in a machine's `setup({ actions })`. It performs nothing: the runner of the machine does. A command that takes
 * no parameters is asked for by its name alone.
 * @example const commands = { checkSession: command<{ callNo: number }>(), clearSession: command() }
 */
export function command(): (_: unknown, params: CommandMark | undefined) => void
export function command<Params extends object>(): (_: unknown, params: Params & CommandMark) => void
export function command(): () => void {
  return () => {}
}

/** The action that a machine passes commands on by. */
const PASS_ON = 'passOn'

/**
 * Declares, as `passOn` in a machine's `setup({ actions })`, that it passes on the commands of machines inside it: they leave in
 * the action's place, in order.
 */
export function passingOn<C>(): (_: unknown, params: { readonly commands: readonly C[] } & PassedOnMark) => void {
  return () => {}
}

const NOTHING: readonly never[] = []

function commandsOf<M extends AnyStateMachine>(
  actions: readonly { type: string; params: unknown }[],
): readonly CommandFrom<M>[] {
  if (actions.length === 0) return NOTHING
  // Assignments are resolved inside the transition; the rest are the actions declared with command().
  return actions.flatMap(({ type, params }) =>
    type === PASS_ON
      ? (params as { readonly commands: readonly object[] }).commands
      : params === undefined
        ? { type }
        : { type, params },
  ) as unknown as readonly CommandFrom<M>[]
}

/**
 * Begins a machine.
 * @param machine the machine
 * @param input its input, when it takes one
 * @returns the first snapshot and the commands of entering it
 */
export function start<M extends AnyStateMachine>(machine: M, input?: InputFrom<M>): Step<M> {
  // The rest parameter of initialTransition cannot be expressed for a generic machine.
  const [snapshot, actions] = initialTransition(machine, input as never)
  return { snapshot, commands: commandsOf<M>(actions) }
}

/**
 * The one way to move a machine: the whole truth about what an event does, in live use, tests and replay alike.
 * An event that the machine does not know, or that its present state does not take, gives the same snapshot object
 * and no commands; no decoded event throws (law 2).
 * @param machine the machine
 * @param snapshot its present snapshot
 * @param event a decoded event (see registry.ts for decoding)
 */
export function step<M extends AnyStateMachine>(
  machine: M,
  snapshot: SnapshotFrom<M>,
  event: EventFromLogic<M>,
): Step<M> {
  if (isXstatesOwn(event)) return { snapshot, commands: NOTHING }
  const actions: ExecutableActionObject[] = []
  const next = moved(machine, snapshot, event, action => actions.push(action))
  return { snapshot: next, commands: commandsOf<M>(actions) }
}

/** Gives the next snapshot alone, as `step` does: for replaying, which performs no commands. */
export function nextSnapshot<M extends AnyStateMachine>(
  machine: M,
  snapshot: SnapshotFrom<M>,
  event: EventFromLogic<M>,
): SnapshotFrom<M> {
  return isXstatesOwn(event) ? snapshot : moved(machine, snapshot, event, noAction)
}

function noAction(): void {}

const scopes = new WeakMap<AnyStateMachine, AnyActorScope>()

/**
 * The actor of a transition, which xstate asks for. xstate's transition() makes a new actor for each event, and with it
 * the machine's first snapshot, which takes about half of its time. Machines here start no actors and emit nothing, so
 * that one actor, never started, serves all events of a machine.
 */
function scopeOf(machine: AnyStateMachine): AnyActorScope {
  const known = scopes.get(machine)
  if (known !== undefined) return known
  const self = createActor(machine)
  const scope: AnyActorScope = {
    self,
    id: '',
    sessionId: '',
    logger: noAction,
    defer: noAction,
    emit: noAction,
    system: self.system,
    stopChild: noAction,
    actionExecutor: noAction,
  }
  scopes.set(machine, scope)
  return scope
}

/** Does what xstate's transition() does, and hands each action on. */
function moved<M extends AnyStateMachine>(
  machine: M,
  snapshot: SnapshotFrom<M>,
  event: EventFromLogic<M>,
  actionExecutor: (action: ExecutableActionObject) => void,
): SnapshotFrom<M> {
  // The machine's own types are lost in AnyStateMachine's, whose transition() gives any of its snapshots.
  return machine.transition(snapshot, event, { ...scopeOf(machine), actionExecutor }) as SnapshotFrom<M>
}

/** xstate's own event types ('xstate.stop', 'xstate.error…') and the wildcard would stop or break a machine from outside. */
function isXstatesOwn({ type }: { readonly type: string }): boolean {
  return type === '*' || type.startsWith('xstate.')
}

/** Gives the plain state of a snapshot: what checkpoints keep and fingerprints are made of. */
export function stateOf(snapshot: { value: StateValue; context: object }): MachineState {
  return { value: snapshot.value, context: snapshot.context }
}

/**
 * Restores a snapshot from a plain state.
 * @throws Error when the value names a state that the machine does not have (a checkpoint of another version).
 */
export function restore<M extends AnyStateMachine>(machine: M, state: MachineState): SnapshotFrom<M> {
  // resolveState's types ask for the exact context type, which a checkpoint read from storage cannot prove.
  return machine.resolveState(state as never) as SnapshotFrom<M>
}
