import type { AnyStateMachine } from 'xstate'

/** A configuration as it is written by hand. createMachine has types for one machine; this one fits all. */
export interface NodeConfig {
  readonly initial?: string
  readonly on?: Readonly<Record<string, TransitionConfigs>>
  readonly states?: Readonly<Record<string, NodeConfig>>
}
export interface TransitionConfig {
  readonly target?: string
  readonly guard?: unknown
  readonly actions?: unknown
}
type TransitionConfigs = string | TransitionConfig | readonly (string | TransitionConfig)[]

/** One alternative of one event in one state. */
export interface Place {
  readonly path: readonly string[]
  readonly event: string
  readonly index: number
  readonly config: TransitionConfig
}

// Array.isArray forgets that a list may be readonly.
const isList = (configs: TransitionConfigs): configs is readonly (string | TransitionConfig)[] => Array.isArray(configs)

const alternatives = (configs: TransitionConfigs): readonly TransitionConfig[] =>
  (isList(configs) ? configs : [configs]).map(each => (typeof each === 'string' ? { target: each } : each))

function placesIn(node: NodeConfig, path: readonly string[]): readonly Place[] {
  // No machine here has entry or exit actions; the first that does must be mutated there too.
  const foreign = ['entry', 'exit', 'always', 'after', 'invoke', 'onDone'].filter(key => key in node)
  if (foreign.length > 0) throw new Error(`${path.join('.')}: mutants know nothing of ${foreign.join(', ')}`)
  const own = Object.entries(node.on ?? {}).flatMap(([event, configs]) =>
    alternatives(configs).map((config, index) => ({ path, event, index, config })),
  )
  return [...own, ...Object.entries(node.states ?? {}).flatMap(([name, child]) => placesIn(child, [...path, name]))]
}

/** Every alternative of every event in every state of a machine, as its configuration has them. */
export const placesOf = (machine: AnyStateMachine): readonly Place[] => placesIn(machine.config as NodeConfig, [])

/** The configuration with one transition changed; null removes it. */
export function changed(
  node: NodeConfig,
  place: Pick<Place, 'path' | 'event' | 'index'>,
  change: (config: TransitionConfig) => TransitionConfig | null,
): NodeConfig {
  const {
    path: [first, ...rest],
    event,
    index,
  } = place
  if (first !== undefined) {
    const child = node.states?.[first] ?? {}
    return { ...node, states: { ...node.states, [first]: changed(child, { path: rest, event, index }, change) } }
  }
  const configs = alternatives(node.on?.[event] ?? [])
  const next = configs.flatMap((config, at) =>
    at === index ? [change(config)].filter(made => made !== null) : [config],
  )
  return { ...node, on: { ...node.on, [event]: next } }
}

const guardName = (guard: unknown): string =>
  typeof guard === 'string'
    ? guard
    : typeof guard === 'object' && guard !== null && 'type' in guard
      ? String(guard.type)
      : 'guard'

/** 'signedIn.active ▸ session.recheckRequested #1 [isUnanswered]' */
export const placeName = ({ path, event, index, config: { guard } }: Place): string =>
  `${path.join('.') || 'anywhere'} ▸ ${event} #${index + 1}${guard === undefined ? '' : ` [${guardName(guard)}]`}`

/** The actions of a transition, one or several. */
export const actionsOf = ({ actions }: TransitionConfig): readonly unknown[] =>
  actions === undefined ? [] : Array.isArray(actions) ? (actions as readonly unknown[]) : [actions]
