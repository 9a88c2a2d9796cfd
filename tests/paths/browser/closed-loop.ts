import { coverageOf } from '@desk/machines/tools/paths/coverage'
import type { MachinePath } from '@desk/machines/tools/paths/walk'
import { start, stateOf, step, type CommandFrom } from '@desk/machines/runtime/step'
import type { AnyStateMachine, EventFromLogic, SnapshotFrom, StateValue } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

/** A page's immediate answer to a machine's command: it goes elsewhere, or begins again. */
export type PageAnswer<M extends AnyStateMachine> =
  | { readonly kind: 'event'; readonly event: EventFromLogic<M> }
  | { readonly kind: 'reload' }

/** A shipped machine with the browser around it, from which the paths of the browser lane are generated. */
export interface BrowserWorld<M extends AnyStateMachine> {
  readonly machine: M
  /**
   * The possible events in the machine's present state, the same number in the same order everywhere; null for one that
   * cannot happen to a page there.
   */
  readonly happenings: (snapshot: SnapshotFrom<M>) => readonly (EventFromLogic<M> | null)[]
  /** The part of the context that makes another place for the generator. */
  readonly placeOf: (snapshot: SnapshotFrom<M>) => unknown
  readonly answerOf?: (command: CommandFrom<M>, snapshot: SnapshotFrom<M>) => PageAnswer<M> | null
  /** How the machine begins after a reload of the page in which it stood there; null: it waits. */
  readonly reloaded?: (snapshot: SnapshotFrom<M>) => EventFromLogic<M> | null
  readonly titleOf: (event: EventFromLogic<M>) => string
}

/** One event, and the machine's state once the page has answered. */
export interface BrowserStep<M extends AnyStateMachine> {
  readonly title: string
  readonly event: EventFromLogic<M>
  readonly before: SnapshotFrom<M>
  readonly after: SnapshotFrom<M>
  readonly isReloaded: boolean
}

export interface BrowserPath<M extends AnyStateMachine> {
  readonly title: string
  readonly steps: readonly BrowserStep<M>[]
}

export const stateTitle = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, inner]) => (inner === undefined ? key : `${key}.${stateTitle(inner)}`))
        .join(' + ')

type MachineSteps<M extends AnyStateMachine> = MachinePath<M>['steps']
/** From where a machine begins to its end, or to a reload of its page. */
type Life<M extends AnyStateMachine> = Pick<MachinePath<M>, 'steps'>

/** Moves the machine by an event and by all that the page answers; a reload begins another life of the machine. */
function turn<M extends AnyStateMachine>(
  world: BrowserWorld<M>,
  from: SnapshotFrom<M>,
  event: EventFromLogic<M>,
): { after: SnapshotFrom<M>; lives: readonly MachineSteps<M>[] } {
  let snapshot = from
  const lives: MachineSteps<M>[number][][] = [[]]
  const coming = [event]
  for (let next = coming.shift(); next !== undefined; next = coming.shift()) {
    const taken = step(world.machine, snapshot, next)
    snapshot = taken.snapshot
    lives
      .at(-1)
      ?.push({ event: next, title: world.titleOf(next), state: stateOf(snapshot), commands: taken.commands, snapshot })
    const answers = taken.commands.flatMap(command => world.answerOf?.(command, snapshot) ?? [])
    for (const answer of answers) if (answer.kind === 'event') coming.push(answer.event)
    if (answers.some(({ kind }) => kind === 'reload') && world.reloaded) {
      for (let last = coming.shift(); last !== undefined; last = coming.shift())
        snapshot = step(world.machine, snapshot, last).snapshot
      const first = world.reloaded(snapshot)
      if (first !== null) coming.push(first)
      snapshot = start(world.machine).snapshot
      lives.push([])
    }
  }
  return { after: snapshot, lives }
}

/** Happenings are known by their place in the list. */
type Choices = readonly number[]

function walk<M extends AnyStateMachine>(
  world: BrowserWorld<M>,
  choices: Choices,
): { path: BrowserPath<M>; lives: readonly Life<M>[] } {
  let before = start(world.machine).snapshot
  const titles = [stateTitle(stateOf(before).value)]
  const lives: MachineSteps<M>[number][][] = [[]]
  const steps = choices.flatMap((choice): BrowserStep<M>[] => {
    const event = world.happenings(before)[choice]
    if (!event) return []
    const { after, lives: parts } = turn(world, before, event)
    parts.forEach((part, no) => (no === 0 ? lives.at(-1)?.push(...part) : lives.push([...part])))
    const taken = { title: world.titleOf(event), event, before, after, isReloaded: parts.length > 1 }
    titles.push(world.titleOf(event), stateTitle(stateOf(after).value))
    before = after
    return [taken]
  })
  return { path: { title: titles.join(' ▸ '), steps }, lives: lives.map(steps => ({ steps })) }
}

/** Where a page can get the machine to, by place: the first place is where it begins. */
type Places = ReadonlyMap<string, readonly Edge[]>

/** One thing that can happen at a place. */
interface Edge {
  readonly choice: number
  readonly to: string
  /** States and transitions of the machine that it goes through and the shortest way to its place does not, by name. */
  readonly goesThrough: readonly string[]
}

/** Looks at every place that a page can get the machine to, and at all that can happen there. */
function explore<M extends AnyStateMachine>(
  world: BrowserWorld<M>,
): { readonly places: Places; readonly first: string } {
  const placeOf = (snapshot: SnapshotFrom<M>): string =>
    JSON.stringify([stateOf(snapshot).value, world.placeOf(snapshot)])
  const happensAt = (snapshot: SnapshotFrom<M>) =>
    world.happenings(snapshot).flatMap((event, choice) => (event === null ? [] : [{ event, choice }]))
  const choiceOf = new WeakMap<object, number>()
  const logic = {
    getInitialSnapshot: () => start(world.machine).snapshot,
    transition: (snapshot: SnapshotFrom<M>, event: EventFromLogic<M>) => turn(world, snapshot, event).after,
  }
  const options = {
    events: (snapshot: SnapshotFrom<M>) =>
      happensAt(snapshot).map(({ event, choice }) => {
        const own = { ...event }
        choiceOf.set(own, choice)
        return own
      }),
    serializeState: placeOf,
    serializeEvent: (event: object) => String(choiceOf.get(event) ?? '-'),
  }
  // xstate/graph asks for actor logic with an input and a status, none of which it looks at here.
  const ways = getShortestPaths(logic as never, options as never) as {
    readonly state: SnapshotFrom<M>
    readonly steps: readonly { readonly event: object }[]
  }[]
  const missedBy = (choices: Choices): readonly string[] => {
    const { uncoveredStates, uncoveredTransitions } = coverageOf(world.machine, walk(world, choices).lives)
    return [...uncoveredStates, ...uncoveredTransitions]
  }
  const places = ways.map(({ state, steps }): [string, Edge[]] => {
    const way = steps.flatMap(({ event }) => choiceOf.get(event) ?? [])
    const missed = missedBy(way)
    const edges = happensAt(state).map(({ event, choice }): Edge => {
      const stillMissed = new Set(missedBy([...way, choice]))
      return {
        choice,
        to: placeOf(turn(world, state, event).after),
        goesThrough: missed.filter(title => !stillMissed.has(title)),
      }
    })
    return [placeOf(state), edges]
  })
  return { places: new Map(places), first: placeOf(start(world.machine).snapshot) }
}

/** A path is not longer than this: the way to what failed stays readable, and the time that a test may take suffices. */
const LONGEST_PATH = 12

/** The way from a place, of at most so many steps, that brings the most new for each step; of equals the shorter one. */
function bestWay(
  places: Places,
  from: string,
  most: number,
  isNew: (title: string) => boolean,
): readonly Edge[] | null {
  let best: { readonly way: readonly Edge[]; readonly gain: number } | null = null
  let ways: { readonly at: string; readonly way: readonly Edge[] }[] = [{ at: from, way: [] }]
  const seen = new Set([from])
  for (let length = 1; length <= most && ways.length > 0; length++) {
    const further: typeof ways = []
    for (const { at, way } of ways) {
      for (const edge of places.get(at) ?? []) {
        const gone = [...way, edge]
        const gain = edge.goesThrough.filter(isNew).length / length
        if (gain > 0 && (best === null || gain > best.gain)) best = { way: gone, gain }
        if (seen.has(edge.to)) continue
        seen.add(edge.to)
        further.push({ at: edge.to, way: gone })
      }
    }
    ways = further
  }
  return best?.way ?? null
}

export interface BrowserPaths<M extends AnyStateMachine> {
  readonly paths: readonly BrowserPath<M>[]
  /** The states of the machine that no path goes through, by name. */
  readonly uncoveredStates: readonly string[]
  readonly uncoveredTransitions: readonly string[]
}

/**
 * Generates few long paths that together go through every state and transition of the shipped machine that a page can get to:
 * each goes on to the nearest thing that is new as long as it may, since to open a page costs more than most of what happens in it.
 */
export function browserPaths<M extends AnyStateMachine>(world: BrowserWorld<M>): BrowserPaths<M> {
  const { places, first } = explore(world)
  const covered = new Set<string>()
  const isNew = (title: string): boolean => !covered.has(title)
  const walked: ReturnType<typeof walk<M>>[] = []
  for (;;) {
    const gone: Edge[] = []
    for (let at = first; ; at = gone.at(-1)?.to ?? first) {
      const way = bestWay(places, at, LONGEST_PATH - gone.length, isNew)
      if (way === null) break
      gone.push(...way)
      for (const { goesThrough } of way) for (const title of goesThrough) covered.add(title)
    }
    if (gone.length === 0) break
    walked.push(
      walk(
        world,
        gone.map(({ choice }) => choice),
      ),
    )
  }
  const { uncoveredStates, uncoveredTransitions } = coverageOf(
    world.machine,
    walked.flatMap(({ lives }) => lives),
  )
  return { paths: walked.map(({ path }) => path), uncoveredStates, uncoveredTransitions }
}
