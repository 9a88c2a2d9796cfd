import { not, StateMachine, type AnyStateMachine } from 'xstate'
import { getStateNodes } from 'xstate/graph'

/** What was done to a machine: a transition removed or led elsewhere, or its guard turned around. */
export type MutantKind = 'removed' | 'retargeted' | 'negated'

export interface Mutant {
  readonly kind: MutantKind
  /** 'signedIn.active ▸ session.recheckRequested #1 ▸ rechecking: retargeted to signedOut.resting' */
  readonly name: string
  readonly machine: AnyStateMachine
}

/** A configuration as it is written by hand. The types of createMachine are those of one machine; this is what all have. */
interface NodeConfig {
  readonly initial?: string
  readonly on?: Readonly<Record<string, TransitionConfigs>>
  readonly states?: Readonly<Record<string, NodeConfig>>
}
interface TransitionConfig {
  readonly target?: string
  readonly guard?: unknown
  readonly actions?: unknown
}
type TransitionConfigs = string | TransitionConfig | readonly (string | TransitionConfig)[]

/** One alternative of one event in one state. */
interface Place {
  readonly path: readonly string[]
  readonly event: string
  readonly index: number
}

// Array.isArray forgets that a list may be readonly.
const isList = (configs: TransitionConfigs): configs is readonly (string | TransitionConfig)[] => Array.isArray(configs)

const alternatives = (configs: TransitionConfigs): readonly TransitionConfig[] =>
  (isList(configs) ? configs : [configs]).map(each => (typeof each === 'string' ? { target: each } : each))

function placesOf(node: NodeConfig, path: readonly string[] = []): readonly Place[] {
  const own = Object.entries(node.on ?? {}).flatMap(([event, configs]) => alternatives(configs).map((_, index) => ({ path, event, index })))
  return [...own, ...Object.entries(node.states ?? {}).flatMap(([name, child]) => placesOf(child, [...path, name]))]
}

/** The configuration with one transition changed; null removes it. */
function changed(node: NodeConfig, { path: [first, ...rest], event, index }: Place, change: (config: TransitionConfig) => TransitionConfig | null): NodeConfig {
  if (first !== undefined) {
    const child = node.states?.[first] ?? {}
    return { ...node, states: { ...node.states, [first]: changed(child, { path: rest, event, index }, change) } }
  }
  const configs = alternatives(node.on?.[event] ?? [])
  const next = configs.flatMap((config, at) => (at === index ? [change(config)].filter(made => made !== null) : [config]))
  return { ...node, on: { ...node.on, [event]: next } }
}

const guardName = (guard: unknown): string => (typeof guard === 'string' ? guard : typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : 'guard')

/**
 * Makes the mutants of a machine from its configuration: for each transition one without it, one for each other state that
 * it could lead to, and one with its guard negated. Mutants that cannot differ from the machine, as another name for the
 * same state, are none.
 * @param machine the machine as it is shipped; it is not changed
 */
export function mutantsOf(machine: AnyStateMachine): readonly Mutant[] {
  const config = machine.config as NodeConfig
  const nodes = getStateNodes(machine)
  const leaves = nodes.filter(node => node.type === 'atomic' || node.type === 'final')
  const build = (place: Place, change: (config: TransitionConfig) => TransitionConfig | null): AnyStateMachine =>
    // The mutated configuration is one of the same machine, made of its own parts.
    new StateMachine(changed(config, place, change) as never, machine.implementations)
  return placesOf(config).flatMap((place): readonly Mutant[] => {
    const source = place.path.length === 0 ? machine.root : nodes.find(node => node.path.join('.') === place.path.join('.'))
    const definition = source?.transitions.get(place.event)?.[place.index]
    if (source === undefined || definition === undefined) throw new Error(`${machine.id}: no transition ${place.path.join('.')} ${place.event} #${place.index + 1}`)
    let end = definition.target?.[0]
    while (end !== undefined && end.type === 'compound') end = end.initial.target[0]
    const present = end ?? (source.type === 'compound' ? undefined : source)
    const title = `${place.path.join('.') || 'anywhere'} ▸ ${place.event} #${place.index + 1}${definition.guard === undefined ? '' : ` [${guardName(definition.guard)}]`} ▸ ${end?.path.join('.') ?? 'stays'}`
    const others = leaves.filter(leaf => leaf !== present)
    return [
      { kind: 'removed', name: `${title}: removed`, machine: build(place, () => null) },
      ...others.map(leaf => ({
        kind: 'retargeted' as const,
        name: `${title}: retargeted to ${leaf.path.join('.')}`,
        machine: build(place, transition => ({ ...transition, target: `#${leaf.id}` })),
      })),
      ...(definition.guard === undefined
        ? []
        : [{ kind: 'negated' as const, name: `${title}: guard negated`, machine: build(place, transition => ({ ...transition, guard: not(transition.guard as never) })) }]),
    ]
  })
}
