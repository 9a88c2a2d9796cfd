import type { AnyStateMachine, AnyTransitionDefinition, EventFromLogic, SnapshotFrom } from 'xstate'
import { getStateNodes } from 'xstate/graph'

/** The transitions that an event takes in a snapshot, guards considered. */
export function transitionsTaken<M extends AnyStateMachine>(
  machine: M,
  snapshot: SnapshotFrom<M>,
  event: EventFromLogic<M>,
): readonly AnyTransitionDefinition[] {
  return (machine as AnyStateMachine).getTransitionData(snapshot, event)
}

/** The events that the states that a machine is in have at all. */
export function knownAt<M extends AnyStateMachine>(machine: M, snapshot: SnapshotFrom<M>): ReadonlySet<string> {
  const present = new Set(nodesOf(snapshot))
  return new Set(
    [machine.root, ...getStateNodes(machine)]
      .filter(({ id }) => present.has(id))
      .flatMap(node => [...node.transitions.keys()]),
  )
}

/** The states that a machine is in, by id. */
export function nodesOf(snapshot: object): readonly string[] {
  // A snapshot's state nodes are public only under this name.
  const { _nodes: nodes } = snapshot as { readonly _nodes: readonly { readonly id: string }[] }
  return nodes.map(({ id }) => id)
}
