import { assign, enqueueActions, StateMachine, type AnyStateMachine } from 'xstate'
import { actionsOf, changed, placeName, placesOf, type NodeConfig, type TransitionConfig } from './places.ts'

/** The common form of assignments and commands, whatever the machine's own types. */
type Fields = Readonly<Record<string, unknown>>

/** An assignment or command that a machine is about to perform. */
export interface Deed {
  readonly kind: 'assignment' | 'command'
  /** Where it is written: 'assign keepUser', 'land → goTo', 'idle ▸ load.requested #1 → load (#2)'. */
  readonly site: string
  readonly fields: Fields
}
/** The replacement; null drops it. */
export type Instead = (deed: Deed) => Fields | null

/** The call that each kind of xstate's actions is resolved with. */
interface Scope {
  readonly context: unknown
  readonly event: unknown
}
type Assignment = Fields | ((scope: Scope, params: unknown) => Fields)
interface Enqueue {
  (action: { readonly type: string; readonly params?: unknown }): void
  assign: (assignment: Assignment) => void
}
type Collect = (scope: Scope & { readonly enqueue: Enqueue }, params: unknown) => void

type Implementation = { readonly type?: string; readonly assignment?: Assignment; readonly collect?: Collect }

/** An action's name as its configuration has it. */
export const actionName = (action: unknown): string =>
  typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : String(action)

const fieldsOf = (assignment: Assignment, scope: Scope, params: unknown): Fields =>
  typeof assignment === 'function' ? assignment(scope, params) : assignment

function assigned(site: string, assignment: Assignment, instead: Instead) {
  return assign(
    ((scope: Scope, params: unknown) =>
      instead({ kind: 'assignment', site, fields: fieldsOf(assignment, scope, params) }) ?? {}) as never,
  )
}

function enqueued(name: string, collect: Collect, instead: Instead) {
  const watched = (scope: Scope & { readonly enqueue: Enqueue }, params: unknown): void => {
    const enqueue: Enqueue = action => {
      const fields = instead({
        kind: 'command',
        site: `${name} → ${action.type}`,
        fields: { ...(action.params as Fields | undefined) },
      })
      if (fields !== null) scope.enqueue({ type: action.type, params: fields })
    }
    enqueue.assign = assignment =>
      scope.enqueue.assign(
        instead({ kind: 'assignment', site: `${name}, assign`, fields: fieldsOf(assignment, scope, params) }) ?? {},
      )
    collect({ ...scope, enqueue }, params)
  }
  return enqueueActions(watched as never)
}

/**
 * Gives a machine that calls `instead` before each assignment and command.
 * @param machine the machine as it is shipped; it is not changed
 * @param instead gets every assignment and command; it returns the same fields to leave the machine unchanged
 */
export function performedBy(machine: AnyStateMachine, instead: Instead): AnyStateMachine {
  const { implementations } = machine
  const own = Object.entries(implementations.actions) as readonly (readonly [string, Implementation])[]
  const actions = Object.fromEntries(
    own.map(([name, implementation]) => {
      if (implementation.assignment !== undefined)
        return [name, assigned(`assign ${name}`, implementation.assignment, instead)]
      return [
        name,
        implementation.collect === undefined ? implementation : enqueued(name, implementation.collect, instead),
      ]
    }),
  )
  const isCommand = (type: string): boolean => own.some(([name, { type: kind }]) => name === type && kind === undefined)
  const watched = (transition: TransitionConfig, at: string): TransitionConfig => ({
    ...transition,
    actions: actionsOf(transition).map((action, index) => {
      const type = actionName(action)
      if (!isCommand(type)) return action
      const params = typeof action === 'object' && action !== null && 'params' in action ? action.params : undefined
      // There is nothing to change in a command without parameters.
      if (params === undefined) return action
      const site = `${at} → ${type} (#${index + 1})`
      return {
        type,
        params: (scope: Scope) =>
          instead({ kind: 'command', site, fields: fieldsOf(params as Assignment, scope, undefined) }) ?? {},
      }
    }),
  })
  const config = placesOf(machine).reduce(
    (node, place) => changed(node, place, transition => watched(transition, placeName(place))),
    machine.config as NodeConfig,
  )
  // The changed configuration is one of the same machine, made of its own parts.
  return new StateMachine(config as never, { ...implementations, actions } as never)
}
