import type { AnyStateMachine, AnyStateNode, EventObject } from 'xstate'
import type { RegisteredMachine } from '../registry.ts'
import type { Snapshot } from './fold.ts'
import { receive } from './receive.ts'

/** One candidate transition for an event: whether its guard held, and whether it was taken. */
export interface Reason {
  /** The state that has the transition, 'signedIn.active'; 'anywhere' for the whole machine. */
  readonly state: string
  readonly event: string
  /** The guard's name; null for a transition that has none. */
  readonly guard: string | null
  /** Whether the guard holds; null when that depends on the event's payload, or cannot be known. */
  readonly holds: boolean | null
  readonly isTaken: boolean
  /** Where it leads; null when it stays. */
  readonly target: string | null
  /** Its actions and commands, by name. */
  readonly actions: readonly string[]
}

const nameOf = ({ path }: AnyStateNode): string => path.join('.') || 'anywhere'

const typeOf = (named: unknown): string =>
  typeof named === 'string'
    ? named
    : typeof named === 'object' && named !== null && 'type' in named
      ? String(named.type)
      : 'unnamed'

/** The states that a machine is in, innermost first. */
function standing(snapshot: Snapshot): readonly AnyStateNode[] {
  // The nodes that xstate keeps in a snapshot; restored ones have them too.
  const nodes = snapshot._nodes as readonly AnyStateNode[]
  return nodes.toSorted((one, other) => other.path.length - one.path.length)
}

function holds(machine: AnyStateMachine, guard: unknown, snapshot: Snapshot, event: EventObject): boolean | null {
  if (guard === undefined) return true
  const implementations: Readonly<Record<string, unknown>> = machine.implementations.guards
  const implementation = implementations[typeOf(guard)]
  if (typeof implementation !== 'function') return null
  const params: unknown = typeof guard === 'object' && guard !== null && 'params' in guard ? guard.params : undefined
  const args = { context: snapshot.context as object, event }
  try {
    // Our guards are plain functions of context and event; any other kind gives no answer.
    const answer: unknown = implementation(args, typeof params === 'function' ? params(args) : params)
    return typeof answer === 'boolean' ? answer : null
  } catch {
    return null
  }
}

const notCarried = (): never => {
  throw new Error('Nobody has sent it: it carries nothing yet.')
}

/** An event known by name only: a guard that reads its payload has no answer. */
function unsent(type: string): EventObject {
  return new Proxy(
    { type },
    {
      get: (_, name) => (name === 'type' ? type : notCarried()),
      has: (_, name) => name === 'type' || notCarried(),
      ownKeys: notCarried,
      getOwnPropertyDescriptor: notCarried,
    },
  )
}

function reasonsFor(
  machine: AnyStateMachine,
  snapshot: Snapshot,
  type: string,
  event: EventObject | null,
): readonly Reason[] {
  let isDecided = event === null
  return standing(snapshot).flatMap(node =>
    (node.transitions.get(type) ?? []).map((transition): Reason => {
      const held = holds(machine, transition.guard, snapshot, event ?? unsent(type))
      const isTaken = !isDecided && held === true
      if (isTaken) isDecided = true
      return {
        state: nameOf(transition.source),
        event: type,
        guard: transition.guard === undefined ? null : typeOf(transition.guard),
        holds: held,
        isTaken,
        target: transition.target?.[0] === undefined ? null : nameOf(transition.target[0]),
        actions: transition.actions.map(typeOf),
      }
    }),
  )
}

/**
 * Explains an event's effect: every transition that the machine's state had for it, innermost state first, with the
 * guard's answer.
 * @param before the machine's snapshot before the event
 * @param event the event as the machine saw it
 * @returns none when its state has no transition for the event
 */
export function reasonsOf({ machine }: RegisteredMachine, before: Snapshot, event: EventObject): readonly Reason[] {
  return reasonsFor(machine, before, event.type, event)
}

/**
 * Lists the events that a machine's present state accepts: what a person could do, or why a button is disabled. A guard that
 * reads the event's payload has no answer; one that reads the machine's state has.
 * @param key the machine, as journal entries name it
 */
export function waysOf(key: string, { machine }: RegisteredMachine, snapshot: Snapshot): readonly Reason[] {
  const types = new Set(standing(snapshot).flatMap(node => [...node.transitions.keys()]))
  return [...types].flatMap(type => reasonsFor(machine, snapshot, type, receive(key, { type })))
}
