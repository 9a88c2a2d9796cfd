import type { MachineState } from '@desk/machines/runtime/step'
import type { EventRecorder } from './runner.ts'

/** Events that are remembered of the last that happened. */
const REMEMBERED = 200

/** An event of a machine of this tab. */
export interface HeardEvent {
  /** Counts from 1 in this tab. */
  readonly no: number
  readonly machine: string
  readonly event: { readonly type: string }
}

/** The present states of this tab's machines, and their last events. */
export interface LiveMachines extends EventRecorder {
  /** The last state of each machine with any event, by its key; another map after every event. */
  readonly states: () => ReadonlyMap<string, MachineState>
  /** The last events, the newest first. */
  readonly heard: () => readonly HeardEvent[]
  readonly subscribe: (listener: () => void) => () => void
}

/** Tracks the state and last events of every machine of the tab. It costs almost nothing without subscribers. */
export function openLiveMachines(): LiveMachines {
  const listeners = new Set<() => void>()
  const states = new Map<string, MachineState>()
  const events: HeardEvent[] = []
  let no = 0
  let shown: { readonly states: ReadonlyMap<string, MachineState>; readonly heard: readonly HeardEvent[] } | null = null
  // React asks for the same object as long as nothing happened.
  const look = () => (shown ??= { states: new Map(states), heard: events.toReversed() })
  return {
    record: (machine, event, { value, context }) => {
      states.set(machine, { value, context })
      events.push({ no: (no += 1), machine, event })
      if (events.length > REMEMBERED) events.shift()
      shown = null
      for (const listener of listeners) listener()
    },
    states: () => look().states,
    heard: () => look().heard,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
