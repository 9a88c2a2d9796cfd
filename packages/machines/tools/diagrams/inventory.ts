import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { actionName, guardName, isCommandOf } from './named-parts.ts'

/** The parts of a machine, by name, as its chart draws them; each list in the order of the alphabet. */
export interface Inventory {
  readonly states: readonly string[]
  readonly events: readonly string[]
  readonly guards: readonly string[]
  /** The commands for the runner. */
  readonly commands: readonly string[]
  /** The machine's changes to its own context. */
  readonly assignments: readonly string[]
}

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted()

/** Every state below a node, in the order in which they are drawn. */
export const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]

/** Lists what the transitions of a machine name. */
export function inventoryOf(machine: AnyStateMachine): Inventory {
  const nodes = nodesOf(machine.root)
  const transitions = nodes.flatMap(node => [...node.transitions.values()].flat())
  const actions = sorted(transitions.flatMap(each => each.actions.map(actionName)))
  return {
    states: nodes.flatMap(({ path }) => (path.length === 0 ? [] : [path.join('.')])),
    events: sorted(transitions.map(({ eventType }) => eventType)),
    guards: sorted(transitions.flatMap(({ guard }) => (guard === undefined ? [] : [guardName(guard)]))),
    commands: actions.filter(name => isCommandOf(machine, name)),
    assignments: actions.filter(name => !isCommandOf(machine, name)),
  }
}

/** Lists what a machine's setup declares: what its chart may name, and has to. */
export function declaredBy(machine: AnyStateMachine): Pick<Inventory, 'guards' | 'commands' | 'assignments'> {
  const { actions, guards } = machine.implementations
  const names = sorted(Object.keys(actions))
  return {
    guards: sorted(Object.keys(guards)),
    commands: names.filter(name => isCommandOf(machine, name)),
    assignments: names.filter(name => !isCommandOf(machine, name)),
  }
}
