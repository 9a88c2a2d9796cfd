import { not, StateMachine, type AnyStateMachine } from 'xstate'
import { getStateNodes } from 'xstate/graph'
import { actionName } from './performed.ts'
import {
  actionsOf,
  changed,
  placeName,
  placesOf,
  type NodeConfig,
  type Place,
  type TransitionConfig,
} from './places.ts'

/** The kind of change to a machine. */
export const MUTANT_KINDS = [
  'transition removed',
  'retargeted',
  'guard negated',
  'guard always true',
  'guard always false',
  'action dropped',
  'property kept',
  'command dropped',
  'parameter changed',
] as const
export type MutantKind = (typeof MUTANT_KINDS)[number]

export interface Mutant {
  readonly kind: MutantKind
  /** 'signedIn.active ▸ session.recheckRequested #1 ▸ rechecking: retargeted to signedOut.resting' */
  readonly name: string
  /** The changed transition: paths through it are tried first. */
  readonly place?: Place
  /** Made when it is judged: thousands at once would fill the memory. */
  readonly make: () => AnyStateMachine
}

/**
 * Makes the mutants of a machine from its configuration: for each transition one without it, one for each other state that it
 * could lead to, one with each of its actions dropped, and for its guard one negated and one for each constant. Changes that
 * cannot differ from the machine, such as another name for the same state, are left out.
 * @param machine the machine as it is shipped; it is not changed
 */
export function mutantsOf(machine: AnyStateMachine): readonly Mutant[] {
  const config = machine.config as NodeConfig
  const nodes = getStateNodes(machine)
  const leaves = nodes.filter(node => node.type === 'atomic' || node.type === 'final')
  const build = (place: Place, change: (config: TransitionConfig) => TransitionConfig | null): AnyStateMachine =>
    // The mutated configuration is one of the same machine, made of its own parts.
    new StateMachine(changed(config, place, change) as never, machine.implementations)
  return placesOf(machine).flatMap(place => mutantsAt(place).map(mutant => ({ ...mutant, place })))

  function mutantsAt(place: Place): readonly Mutant[] {
    const source =
      place.path.length === 0 ? machine.root : nodes.find(node => node.path.join('.') === place.path.join('.'))
    const definition = source?.transitions.get(place.event)?.[place.index]
    if (source === undefined || definition === undefined)
      throw new Error(`${machine.id}: no transition ${placeName(place)}`)
    let end = definition.target?.[0]
    while (end !== undefined && end.type === 'compound') end = end.initial.target[0]
    const present = end ?? (source.type === 'compound' ? undefined : source)
    const title = `${placeName(place)} ▸ ${end?.path.join('.') ?? 'stays'}`
    const guarded = (kind: MutantKind, guard: (present: unknown) => unknown): Mutant => ({
      kind,
      name: `${title}: ${kind}`,
      make: () => build(place, transition => ({ ...transition, guard: guard(transition.guard) })),
    })
    return [
      { kind: 'transition removed', name: `${title}: removed`, make: () => build(place, () => null) },
      ...leaves
        .filter(leaf => leaf !== present)
        .map(leaf => ({
          kind: 'retargeted' as const,
          name: `${title}: retargeted to ${leaf.path.join('.')}`,
          make: () => build(place, transition => ({ ...transition, target: `#${leaf.id}` })),
        })),
      ...(definition.guard === undefined
        ? []
        : [
            guarded('guard negated', guard => not(guard as never)),
            guarded('guard always true', () => () => true),
            guarded('guard always false', () => () => false),
          ]),
      ...actionsOf(place.config).map((action, index) => ({
        kind: 'action dropped' as const,
        name: `${title}: ${actionName(action)} (#${index + 1}) dropped`,
        make: () =>
          build(place, transition => ({
            ...transition,
            actions: actionsOf(transition).filter((_, at) => at !== index),
          })),
      })),
    ]
  }
}
