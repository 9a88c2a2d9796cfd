import type { AnyStateMachine, AnyTransitionDefinition, SnapshotFrom } from 'xstate'
import { getStateNodes } from 'xstate/graph'
import { start } from '../../src/runtime/step.ts'
import { nodesOf, transitionsTaken } from './transitions.ts'
import type { MachinePath } from './walk.ts'

const transitionTitle = (transition: AnyTransitionDefinition, index: number): string => {
  const guard: unknown = transition.guard
  const named = typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard
  const guardName = typeof named === 'string' ? ` [${named}]` : ''
  const targets = transition.target?.map(node => node.path.join('.')).join(', ')
  return `${transition.source.path.join('.') || 'anywhere'} ▸ ${transition.eventType} #${index + 1}${guardName} ▸ ${targets ?? 'stays'}`
}

/** The coverage of the paths, and by name the parts that they leave out. */
export interface Coverage {
  readonly states: number
  readonly transitions: number
  readonly uncoveredStates: readonly string[]
  readonly uncoveredTransitions: readonly string[]
}

/**
 * Reports what of a machine the paths go through: every state node, and every transition with every guarded alternative.
 * @returns the counts, and by name what no path reaches; a test lane fails unless both lists are empty
 */
export function coverageOf<M extends AnyStateMachine>(
  machine: M,
  paths: readonly Pick<MachinePath<M>, 'steps'>[],
): Coverage {
  const nodes = getStateNodes(machine)
  const seenNodes = new Set<string>()
  const seen = new Set<AnyTransitionDefinition>()
  const first = start(machine).snapshot
  const look = (snapshot: SnapshotFrom<M>) => nodesOf(snapshot).forEach(id => seenNodes.add(id))
  look(first)
  for (const { steps } of paths) {
    let before = first
    for (const { event, snapshot } of steps) {
      transitionsTaken(machine, before, event).forEach(transition => seen.add(transition))
      look(snapshot)
      before = snapshot
    }
  }
  const all = [machine.root, ...nodes].flatMap(node =>
    [...node.transitions.values()].flatMap(alternatives =>
      alternatives.map((transition, index) => ({ transition, index })),
    ),
  )
  return {
    states: nodes.length,
    transitions: all.length,
    uncoveredStates: nodes.filter(node => !seenNodes.has(node.id)).map(node => node.path.join('.')),
    uncoveredTransitions: all
      .filter(({ transition }) => !seen.has(transition))
      .map(({ transition, index }) => transitionTitle(transition, index)),
  }
}
