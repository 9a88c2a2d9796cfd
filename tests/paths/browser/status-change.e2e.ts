import { coverageOf, pathsOf, type MachinePath, type PathStep } from '@desk/machines/paths/paths'
import { PATH_SOURCES } from '@desk/machines/paths/sources'
import type { StatusChangeEvent } from '@desk/machines/status-change/status-change.events'
import type { statusChangeMachine } from '@desk/machines/status-change/status-change.machine'
import { expect, test } from '../../e2e/desk/desk-fixture.ts'
import { stateTitle } from './state-title.ts'
import { SOURCE, StatusChangeStage } from './status-change-stage.ts'

type EventType = StatusChangeEvent['type']
type Step = PathStep<typeof statusChangeMachine>

/** What of the machine no browser can be brought to, by transition, and why. */
const NOT_BY_A_PERSON = {
  'confirming ▸ status.effectsLearned #1 [isOurObject] ▸ stays': 'The page reads the effects by itself; every look at the confirmation waits until they have come.',
  'accepted ▸ status.dismissed #1 ▸ idle': 'What tells of a change that was made is a message that goes by itself; it leaves the machine as it is.',
  'rejected ▸ status.changeRequested #1 [isAChange] ▸ confirming': 'The refusal is a modal dialog: no menu is in reach behind it.',
  'conflicted ▸ status.changeRequested #1 [isAChange] ▸ confirming': 'The conflict is a modal dialog: no menu is in reach behind it.',
  'conflicted ▸ status.retryRequested #1 [isThereAlready] ▸ idle': 'The platform answers a wish for the status that is there already as done; and a dialog that says so has nothing to go on to, its one button dismisses.',
} as const

const isByAPerson = (from: string, { event, snapshot }: Step): boolean => {
  if (event.type === 'status.effectsLearned') return false
  if (event.type === 'status.changeConflicted') return snapshot.context.change?.to !== event.current.status
  if (from === 'accepted') return event.type !== 'status.dismissed'
  if (from === 'rejected' || from === 'conflicted') return event.type !== 'status.changeRequested' && !(event.type === 'status.retryRequested' && snapshot.matches('idle'))
  return true
}

/** The paths, each as far as a person gets; without those that another begins with. */
function pathsOfAPerson(): readonly MachinePath<typeof statusChangeMachine>[] {
  const walked = pathsOf(PATH_SOURCES['status-change']).map(({ steps }) => {
    const end = steps.findIndex((step, at) => !isByAPerson(at === 0 ? 'idle' : stateTitle(steps[at - 1]!.state), step))
    const kept = end === -1 ? steps : steps.slice(0, end)
    return { steps: kept, title: ['idle', ...kept.flatMap(({ title, state }) => [title, stateTitle(state)])].join(' ▸ ') }
  })
  const longest = walked.filter(({ title }) => !walked.some(other => other.title.startsWith(`${title} ▸ `)))
  return [...new Map(longest.map(path => [path.title, path])).values()]
}

/** What a person does, or what befalls the person's network or source. */
const DONE: { readonly [T in Exclude<EventType, 'status.effectsLearned'>]: (stage: StatusChangeStage, event: Extract<StatusChangeEvent, { type: T }>) => Promise<unknown> } = {
  'status.changeRequested': stage => stage.chooseInTheMenu(),
  'status.noteChanged': (stage, { note }) => stage.writeNote(note),
  'status.confirmed': stage => stage.confirm(),
  'status.confirmationRejected': stage => stage.press('Cancel'),
  'status.changeAccepted': stage => stage.letTheCallThrough({ holdsFeed: true }),
  'status.changeRejected': stage => stage.loseTheCall(),
  'status.changeConflicted': async stage => {
    await stage.reachTheTarget()
    await stage.letTheCallThrough({ holdsFeed: false })
  },
  'status.changeEchoed': stage => stage.hearOfIt(),
  'status.changedElsewhere': stage => stage.reachTheTarget(),
  'status.retryRequested': stage => stage.goOn(),
  'status.undoRequested': stage => stage.undo(),
  'status.dismissed': stage => stage.dismiss(),
}

/** What a person sees in each state. */
const SEEN: Readonly<Record<string, (stage: StatusChangeStage) => Promise<void>>> = {
  idle: stage => stage.seeTheTable(),
  confirming: stage => stage.seeTheQuestion(),
  sending: stage => stage.seeItBeingSent(),
  accepted: stage => stage.seeItDone(),
  rejected: stage => stage.seeTheRefusal(),
  conflicted: stage => stage.seeTheConflict(),
}

// An event is done by what stands under its own type.
const act = (stage: StatusChangeStage, event: StatusChangeEvent): Promise<unknown> => (DONE as Record<string, (stage: StatusChangeStage, event: StatusChangeEvent) => Promise<unknown>>)[event.type]!(stage, event)

const { machine } = PATH_SOURCES['status-change']
const paths = pathsOfAPerson()

test('the paths go through every state and transition of a status change that a person can reach, and each state and event has what a person sees and does', () => {
  const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, paths)
  expect({ uncoveredStates, uncoveredTransitions: uncoveredTransitions.toSorted() }).toEqual({ uncoveredStates: [], uncoveredTransitions: Object.keys(NOT_BY_A_PERSON).toSorted() })
  expect(Object.keys(SEEN).toSorted()).toEqual(Object.keys(machine.states).toSorted())
  expect([...Object.keys(DONE), 'status.effectsLearned'].toSorted()).toEqual([...machine.events].toSorted())
})

test.describe('paths of a status change (§4.3, api:P9)', () => {
  for (const { title, steps } of paths) {
    test(title, async ({ desk, visit }, { testId }) => {
      // A target of one: the first complete pauses the source, as the system does it.
      const study = await desk.newStudy('acme', `Path ${testId.slice(-8)}`, { sources: [{ name: SOURCE, target: 1 }] })
      const stage = new StatusChangeStage(desk, study.sources[SOURCE]!)
      await stage.open(prepare => visit('admin@acme.example', study.sourceTablePath, { prepare }))
      await stage.seeTheTable()
      for (const { event, state, title } of steps) {
        await test.step(title, async () => {
          await act(stage, event)
          await SEEN[stateTitle(state)]!(stage)
        })
      }
    })
  }
})
