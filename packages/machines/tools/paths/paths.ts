import type { AnyStateMachine, AnyTransitionDefinition, EventFromLogic, EventObject, SnapshotFrom } from 'xstate'
import { getAdjacencyMap, getShortestPaths, getSimplePaths } from 'xstate/graph'
import { canonicalJson } from '../../src/journal/fingerprint.ts'
import { start, stateOf, step } from '../../src/runtime/step.ts'
import { changedFields } from './context-changes.ts'
import { knownAt, transitionsTaken } from './transitions.ts'
import { walkBy, type Choice, type Choices, type MachinePath, type PathSource } from './walk.ts'

/** The most simple paths to take, shortest first: their number grows with the factorial of the states. */
export const MAX_SIMPLE_PATHS = 60
/** Places in the generator's graph; more means that `placeOf` lets a counter in. */
const MAX_TRAVERSALS = 20_000

/** The generator's options for a machine: choices instead of events, places instead of states. */
function traversal<M extends AnyStateMachine>(source: PathSource<M>, placeOf: (snapshot: SnapshotFrom<M>) => unknown) {
  const choiceOf = new WeakMap<EventObject, Choice>()
  const samples = (snapshot: SnapshotFrom<M>) =>
    source.samplesAt(snapshot).map((event, choice) => {
      const own = { ...event }
      choiceOf.set(own, choice)
      return own
    })
  const keyOf = (snapshot: SnapshotFrom<M>): string => canonicalJson([stateOf(snapshot).value, placeOf(snapshot)])
  const options = {
    events: samples,
    serializeState: keyOf,
    serializeEvent: (event: EventObject) => String(choiceOf.get(event) ?? event.type),
    limit: MAX_TRAVERSALS,
  }
  const choicesOf = (path: { steps: readonly { event: EventObject }[] }): Choices =>
    path.steps.flatMap(({ event }) => {
      const choice = choiceOf.get(event)
      return choice === undefined ? [] : [choice] // the generator's own initial event
    })
  return { options, keyOf, choicesOf }
}

const isPrefix = (shorter: Choices, longer: Choices): boolean =>
  shorter.every((choice, index) => longer[index] === choice)
const isNotEmpty = (choices: Choices): boolean => choices.length > 0

/** Leaves out paths that are the beginning of another. */
function longest(all: readonly Choices[]): readonly Choices[] {
  const sorted = [...all].filter(isNotEmpty).sort((a, b) => b.length - a.length)
  const kept: Choices[] = []
  for (const choices of sorted) if (!kept.some(other => isPrefix(choices, other))) kept.push(choices)
  return kept
}

type Graph<M extends AnyStateMachine> = ReturnType<typeof traversal<M>>

// xstate/graph's types ask for options of the exact machine type, which a generic machine cannot give.
const shortest = <M extends AnyStateMachine>(
  { machine }: PathSource<M>,
  { options, choicesOf }: Graph<M>,
): readonly Choices[] => getShortestPaths(machine as AnyStateMachine, options as never).map(choicesOf)

/** A place that the samples lead to, with the shortest way to it. */
interface Reached<M extends AnyStateMachine> {
  readonly way: Choices
  readonly at: SnapshotFrom<M>
}

/** Every place, nearest first. */
function everyPlace<M extends AnyStateMachine>(source: PathSource<M>): readonly Reached<M>[] {
  const ways = shortest(source, traversal(source, source.placeOf ?? (() => null)))
  return [...ways]
    .sort((a, b) => a.length - b.length)
    .map(way => ({ way, at: walkBy(source, way).steps.at(-1)?.snapshot ?? start(source.machine).snapshot }))
}

/** The notable effects of an event in a place. */
type Notable<M extends AnyStateMachine> = (at: SnapshotFrom<M>, event: EventFromLogic<M>) => readonly string[]

/** The shortest way to every state, and the shortest one to whatever `notable` finds new where it leads. */
function shortestWays<M extends AnyStateMachine>(
  source: PathSource<M>,
  places: readonly Reached<M>[],
  notable: Notable<M>,
): readonly Choices[] {
  const reached = new Set<string>()
  const noted = new Set<string>()
  const found: Choices[] = []
  for (const { way, at } of places) {
    const value = canonicalJson(stateOf(at).value)
    const isNew = !reached.has(value)
    if (isNew) found.push(way)
    reached.add(value)
    source.samplesAt(at).forEach((event, choice) => {
      const fresh = notable(at, event).filter(note => !noted.has(note))
      fresh.forEach(note => noted.add(note))
      if (fresh.length > 0 || (isNew && source.isThorough === true)) found.push([...way, choice])
    })
  }
  return found
}

/** Names the transitions of a machine, so that they can be told apart. */
function namesOf(): (transition: AnyTransitionDefinition) => string {
  const numbers = new Map<AnyTransitionDefinition, number>()
  return transition => {
    const number = numbers.get(transition) ?? numbers.size
    numbers.set(transition, number)
    return String(number)
  }
}

/** Each transition, wherever its guard lets it pass. */
function everyTransition<M extends AnyStateMachine>({ machine }: PathSource<M>): Notable<M> {
  const nameOf = namesOf()
  return (at, event) => transitionsTaken(machine, at, event).map(nameOf)
}

/** For every state, each transition with every context field that it changes and every command that it asks for. */
function everyEffect<M extends AnyStateMachine>({ machine }: PathSource<M>): Notable<M> {
  const nameOf = namesOf()
  return (at, event) => {
    const before = stateOf(at)
    const state = canonicalJson(before.value)
    const taken = transitionsTaken(machine, at, event).map(nameOf)
    if (taken.length === 0) return []
    const { snapshot, commands } = step(machine, at, event)
    const effects = [
      '',
      ...changedFields(before.context, stateOf(snapshot).context).map(field => `changes ${field}`),
      ...commands.map(({ type }) => `asks ${type}`),
    ]
    return taken.flatMap(name => effects.map(effect => `${state} ${name} ${effect}`))
  }
}

/** The events that a state refuses by guard, all of a place in one path: none changes anything. */
function refusals<M extends AnyStateMachine>(source: PathSource<M>, places: readonly Reached<M>[]): readonly Choices[] {
  const noted = new Set<string>()
  return places.flatMap(({ way, at }) => {
    const state = canonicalJson(stateOf(at).value)
    const known = knownAt(source.machine, at)
    const refused = source.samplesAt(at).flatMap((event, choice) => {
      const note = `${state} ${choice}`
      if (noted.has(note) || !known.has(event.type) || transitionsTaken(source.machine, at, event).length > 0) return []
      noted.add(note)
      return [choice]
    })
    return refused.length === 0 ? [] : [[...way, ...refused]]
  })
}

/** Ways through the states alone, one event for each pair of states. */
function simple<M extends AnyStateMachine>(source: PathSource<M>): readonly Choices[] {
  const graph = traversal(source, () => null)
  const adjacency = getAdjacencyMap(source.machine as AnyStateMachine, graph.options as never)
  const once = new Map<string, ReadonlySet<string>>()
  for (const [place, { transitions }] of Object.entries(adjacency)) {
    const events = new Map<string, string>()
    for (const [event, edge] of Object.entries(transitions)) {
      const { state } = edge as { readonly state: SnapshotFrom<M> } // The map's types are those of any machine.
      const target = graph.keyOf(state)
      if (target !== place && !events.has(target)) events.set(target, event)
    }
    once.set(place, new Set(events.values()))
  }
  const filterEvents = (snapshot: SnapshotFrom<M>, event: EventObject) =>
    once.get(graph.keyOf(snapshot))?.has(graph.options.serializeEvent(event)) ?? false
  const paths = getSimplePaths(source.machine as AnyStateMachine, { ...graph.options, filterEvents } as never).map(
    graph.choicesOf,
  )
  return [...paths]
    .filter(isNotEmpty)
    .sort((a, b) => a.length - b.length)
    .slice(0, MAX_SIMPLE_PATHS)
}

/**
 * The reach of paths: each transition `once`; or `in every state` that has it, with all that it does, and all that is
 * refused there.
 */
export type Reach = 'once' | 'in every state'

/**
 * Generates the paths of a machine: the shortest to every state, one through every transition (or everything that it does), and
 * simple ones through the states, all by xstate/graph from the machine that is shipped.
 * @param source the machine and its samples; registry.ts and paths/sources.ts have them for every machine
 * @param reach lanes that take seconds a path go through each transition once; the pure lane goes everywhere
 * @returns paths without those that another begins with, in a stable order, each with a readable title
 */
export function pathsOf<M extends AnyStateMachine>(
  source: PathSource<M>,
  reach: Reach = 'once',
): readonly MachinePath<M>[] {
  const places = everyPlace(source)
  const ways =
    reach === 'once'
      ? shortestWays(source, places, everyTransition(source))
      : [...shortestWays(source, places, everyEffect(source)), ...refusals(source, places)]
  const choices = longest([...ways, ...simple(source)])
  const byTitle = new Map(choices.map(each => walkBy(source, each)).map(path => [path.title, path]))
  return [...byTitle.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}
