import { restore, start, type MachineState } from '@desk/machines/runtime/step'
import { toObserver, type AnyStateMachine, type EventFromLogic, type SnapshotFrom } from 'xstate'
import type { Recall, Runner } from '../runner.ts'

/** Machines that stay in their recorded states. */
export interface StillMachines {
  readonly recall: Recall
  /** Sets their states from now on, by their keys in the journal. */
  readonly show: (states: Readonly<Record<string, MachineState>>) => void
}

type Fits = (state: MachineState) => boolean

/** Fields of a context, whichever machine's it is. */
const contextOf = ({ context }: MachineState) => context as Readonly<Record<string, unknown>>

/**
 * Which instance of the journal a screen's machine represents: a screen numbers its machines by the order in which it
 * was opened here, and the first event names the machine's subject.
 */
const ABOUT: Readonly<Record<string, (event: { readonly type: string }) => Fits | null>> = {
  form: event => ('form' in event ? state => contextOf(state)['form'] === event.form : null),
  load: event =>
    'scope' in event && 'id' in event
      ? state => {
          const subject = contextOf(state)['subject'] as { readonly scope?: unknown; readonly id?: unknown } | null
          return subject?.scope === event.scope && subject?.id === event.id
        }
      : null,
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Opens them. They are at their beginnings until something is shown, and take no event. */
export function openStillMachines(): StillMachines {
  let states: Readonly<Record<string, MachineState>> = {}
  const watching = new Set<() => void>()

  const recall = <M extends AnyStateMachine>(name: string, machine: M): Runner<M> => {
    const [kind = '', instance] = name.split('/')
    const beginning = start(machine).snapshot
    const begun: MachineState = beginning
    let fits: Fits | null = null
    let stood: { readonly states: typeof states; readonly fits: Fits | null; readonly snapshot: SnapshotFrom<M> } | null
    stood = null

    const standing = (): MachineState | undefined =>
      instance === undefined
        ? states[name]
        : Object.entries(states).findLast(
            ([key, state]) =>
              key.startsWith(`${kind}/`) && !isSame(state.value, begun.value) && (fits?.(state) ?? true),
          )?.[1]
    // React asks for the same object as long as nothing moved.
    const getSnapshot = (): SnapshotFrom<M> => {
      if (stood?.states === states && stood.fits === fits) return stood.snapshot
      const state = standing()
      stood = { states, fits, snapshot: state === undefined ? beginning : restore(machine, state) }
      return stood.snapshot
    }
    const listeners = new Set<{ next?: (snapshot: SnapshotFrom<M>) => void }>()
    const tell = () => {
      for (const { next } of listeners) next?.(getSnapshot())
    }
    return {
      name,
      send: (event: EventFromLogic<M>) => {
        const about = instance === undefined ? null : (ABOUT[kind]?.(event) ?? null)
        if (about === null) return
        fits = about
        tell()
      },
      getSnapshot,
      subscribe: (nextOrObserver: Parameters<typeof toObserver<SnapshotFrom<M>>>[0]) => {
        const listener = toObserver(nextOrObserver)
        listeners.add(listener)
        watching.add(tell)
        return {
          unsubscribe: () => {
            listeners.delete(listener)
            if (listeners.size === 0) watching.delete(tell)
          },
        }
      },
    }
  }
  return {
    recall,
    show: next => {
      states = next
      for (const tell of watching) tell()
    },
  }
}
