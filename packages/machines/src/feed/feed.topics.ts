import type { SnapshotFrom } from 'xstate'
import { restore, stateOf, step, type CommandFrom } from '../runtime/step.ts'
import type { TopicEvent } from '../topic/topic.events.ts'
import { topicMachine } from '../topic/topic.machine.ts'
import { NEW_TOPIC, type TopicContext } from '../topic/topic.setup.ts'

type TopicSnapshot = SnapshotFrom<typeof topicMachine>

/** The commands of a topic machine; the feed passes them on. */
export type TopicCommand = CommandFrom<typeof topicMachine>

/** The state of a topic's machine, as plain data. */
export interface TopicState {
  readonly value: TopicSnapshot['value']
  readonly context: TopicContext
}
export type Topics = Readonly<Record<string, TopicState>>

/** The topics after an event, and their commands in order. */
export interface TopicsTurn {
  readonly topics: Topics
  readonly commands: readonly TopicCommand[]
}

/** Snapshots by the state object they were made from: states are immutable. */
const snapshots = new WeakMap<TopicState, TopicSnapshot>()

/** Gives the snapshot of a topic, for its tags and its next step. */
export function snapshotOf(state: TopicState): TopicSnapshot {
  const known = snapshots.get(state)
  if (known !== undefined) return known
  const restored = restore(topicMachine, state)
  snapshots.set(state, restored)
  return restored
}

function keep(snapshot: TopicSnapshot): TopicState {
  // A topic machine's context is what its setup says.
  const state = stateOf(snapshot) as TopicState
  snapshots.set(state, snapshot)
  return state
}

/** The machine of a topic that is watched from now on. */
export const newTopic = (topic: string, readNo: number): TopicState => ({
  value: 'resting',
  context: { ...NEW_TOPIC, topic, readNo },
})

/** Steps one topic through events; does nothing when it has no watcher. */
export function tellTopic(topics: Topics, topic: string, ...events: readonly TopicEvent[]): TopicsTurn {
  const state = Object.hasOwn(topics, topic) ? topics[topic] : undefined
  if (state === undefined) return { topics, commands: [] }
  const before = snapshotOf(state)
  let snapshot = before
  const commands: TopicCommand[] = []
  for (const event of events) {
    const next = step(topicMachine, snapshot, event)
    snapshot = next.snapshot
    commands.push(...next.commands)
  }
  return { topics: snapshot === before ? topics : { ...topics, [topic]: keep(snapshot) }, commands }
}

/** Steps every topic through its events, one topic after the other. */
export function tellTopics(topics: Topics, eventsFor: (context: TopicContext) => readonly TopicEvent[]): TopicsTurn {
  let turn: TopicsTurn = { topics, commands: [] }
  for (const [topic, { context }] of Object.entries(topics)) {
    const told = tellTopic(turn.topics, topic, ...eventsFor(context))
    turn = { topics: told.topics, commands: [...turn.commands, ...told.commands] }
  }
  return turn
}

const all = (topics: Topics, tag: 'waitsForServer' | 'isFollowed', has: boolean): boolean =>
  Object.values(topics).every(state => snapshotOf(state).hasTag(tag) === has)

/** Whether no topic waits for an answer of the server. */
export const isCaughtUp = (topics: Topics): boolean => all(topics, 'waitsForServer', false)
/** Whether every accepted topic shows its figures as they arrive. */
export const isFollowed = (topics: Topics): boolean => all(topics, 'isFollowed', true)
