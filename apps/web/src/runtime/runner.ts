import { start, step, type CommandFrom, type MachineState } from '@desk/machines/runtime/step'
import {
  toObserver,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
  type Subscribable,
} from 'xstate'

/** How each command of a machine is performed; outcomes go back as events through `send`. A missing command does not compile. */
export type CommandHandlers<M extends AnyStateMachine> = {
  readonly [T in CommandFrom<M>['type']]: (
    params: Extract<CommandFrom<M>, { readonly type: T }>['params'],
    send: (event: EventFromLogic<M>) => void,
  ) => void
}

/** The journal's view of each event from outside, after the machine took it. */
export interface EventRecorder {
  record(machine: string, event: { readonly type: string }, state: MachineState): void
  /** Gives a machine where it stood, in place of one that lives; only what shows a recording has it. */
  readonly recall?: Recall
}

/**
 * @param name the machine's name in the journal; of an instance only the part before the slash identifies it
 */
export type Recall = <M extends AnyStateMachine>(name: string, machine: M) => Runner<M>

/** A running machine. It has the shape that @xstate/react's useSelector reads. */
export interface Runner<M extends AnyStateMachine> {
  readonly name: string
  readonly send: (event: EventFromLogic<M>) => void
  readonly getSnapshot: () => SnapshotFrom<M>
  readonly subscribe: Subscribable<SnapshotFrom<M>>['subscribe']
}

export interface RunnerOptions<M extends AnyStateMachine> {
  readonly handlers: CommandHandlers<M>
  readonly input?: InputFrom<M>
  readonly recorder?: EventRecorder
  /** Called after each event that changed something, before its commands are performed. */
  readonly onStep?: (before: SnapshotFrom<M>, event: EventFromLogic<M>, after: SnapshotFrom<M>) => void
  /** Called when a handler throws; the machine goes on. Unset: the fault reaches the browser's error listeners. */
  readonly onFault?: (fault: unknown) => void
}

/** The fault reaches the browser's console and error listeners, and stops nothing. */
export function throwLater(fault: unknown): void {
  queueMicrotask(() => {
    throw fault
  })
}

/**
 * Starts and runs a machine: takes events one after the other, records each, performs its commands and publishes the
 * snapshot. Events that a handler or listener sends in between are queued.
 * @param name the machine's name in the journal
 */
export function run<M extends AnyStateMachine>(
  name: string,
  machine: M,
  options: NoInfer<RunnerOptions<M>>,
): Runner<M> {
  if (options.recorder?.recall !== undefined) return options.recorder.recall(name, machine)
  const listeners = new Set<{ next?: (snapshot: SnapshotFrom<M>) => void }>()
  const waiting: EventFromLogic<M>[] = []
  let isBusy = true

  const perform = (commands: readonly CommandFrom<M>[]) => {
    for (const command of commands) {
      const { type, params } = command
      try {
        // The handlers have one entry for each command type; that this entry takes these params is what CommandHandlers says.
        const handler = options.handlers[type as keyof CommandHandlers<M>] as (
          params: object | undefined,
          send: (event: EventFromLogic<M>) => void,
        ) => void
        handler(params, send)
      } catch (fault) {
        const report = options.onFault ?? throwLater
        report(fault)
      }
    }
  }

  const drain = () => {
    isBusy = true
    try {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
        const before = snapshot
        const next = step(machine, snapshot, event)
        snapshot = next.snapshot
        options.recorder?.record(name, event, snapshot)
        if (snapshot !== before) {
          for (const { next: tell } of listeners) tell?.(snapshot)
          options.onStep?.(before, event, snapshot)
        }
        perform(next.commands)
      }
    } finally {
      isBusy = false
    }
  }

  function send(event: EventFromLogic<M>): void {
    waiting.push(event)
    if (!isBusy) drain()
  }

  const begun = start(machine, options.input)
  let snapshot = begun.snapshot
  perform(begun.commands)
  drain()

  return {
    name,
    send,
    getSnapshot: () => snapshot,
    // toObserver takes both forms of Subscribable: a function, or an observer.
    subscribe: (nextOrObserver: Parameters<typeof toObserver<SnapshotFrom<M>>>[0]) => {
      const listener = toObserver(nextOrObserver)
      listeners.add(listener)
      return { unsubscribe: () => void listeners.delete(listener) }
    },
  }
}
