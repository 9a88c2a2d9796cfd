import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { StatusChangeEvent } from '@desk/machines/status-change/status-change.events'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SnapshotFrom } from 'xstate'
import { test } from '../../e2e/desk/desk-fixture.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'
import { SOURCES, StatusChangeStage } from './status-change-stage.ts'

const { machine, samplesAt, titleOf, placeOf } = PATH_SOURCES['status-change']
type StatusChangeMachine = typeof machine

/** Answers and echoes are those of our own command, and the system pauses only live objects. */
function canHappen(snapshot: SnapshotFrom<StatusChangeMachine>, event: StatusChangeEvent): boolean {
  if ('commandId' in event && event.commandId !== 'c1') return false
  const { change, echoed } = snapshot.context
  switch (event.type) {
    case 'status.changeRequested':
      return (
        event.from === STATUS_CODES.live &&
        event.to === STATUS_CODES.paused &&
        !snapshot.matches('rejected') &&
        !snapshot.matches('conflicted')
      )
    case 'status.effectsLearned':
      return false
    case 'status.changedElsewhere':
      return change?.from === STATUS_CODES.live && event.scope === 'source' && event.current.version > change.version
    case 'status.changeConflicted':
      return change?.from === STATUS_CODES.live && event.current.status === STATUS_CODES.autoPaused
    case 'status.changeEchoed':
      return !echoed
    case 'status.dismissed':
      return !snapshot.matches('accepted')
    default:
      return true
  }
}

const world: BrowserWorld<StatusChangeMachine> = {
  machine,
  titleOf: titleOf ?? (({ type }) => type),
  placeOf: placeOf ?? (() => null),
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
}

const lane: BrowserLane<StatusChangeMachine, StatusChangeStage> = {
  sees: {
    idle: stage => stage.seeTheTable(),
    confirming: stage => stage.seeTheQuestion(),
    sending: stage => stage.seeItBeingSent(),
    accepted: stage => stage.seeItDone(),
    rejected: stage => stage.seeTheRefusal(),
    conflicted: stage => stage.seeTheConflict(),
  },
  does: {
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
  },
  notInABrowser: {
    'event status.effectsLearned':
      'The page reads the effects by itself; every look at the confirmation waits until they have come.',
    'confirming ▸ status.effectsLearned #1 [isOurObject] ▸ stays': 'See the event.',
    'accepted ▸ status.dismissed #1 ▸ idle':
      'The message of a change that was made goes by itself; it leaves the machine as it is.',
    'rejected ▸ status.changeRequested #1 [isAChange] ▸ confirming':
      'The refusal is a modal dialog: no menu is in reach behind it.',
    'conflicted ▸ status.changeRequested #1 [isAChange] ▸ confirming':
      'The conflict is a modal dialog: no menu is in reach behind it.',
    'conflicted ▸ status.retryRequested #1 [isThereAlready] ▸ idle':
      'The platform answers a request for the status that is there already as done; and a dialog that says so has nothing to go on to, its one button dismisses.',
  },
}
const paths = browserPaths(world)

test.describe('a status change in the browser goes every path of its machine (§4.3)', () => {
  // each path begins with a page of its own: whichever worker is free takes the next one
  test.describe.configure({ mode: 'parallel' })

  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths) {
    test(path.title, async ({ desk, visit }) => {
      const study = await desk.newStudy('acme', 'Study of a path', {
        sources: SOURCES.map(name => ({ name, target: 1 })),
      })
      const stage = new StatusChangeStage(desk, study)
      await stage.open(prepare => visit('admin@acme.example', study.sourceTablePath, { prepare }))
      await goPath(lane, path, stage)
    })
  }
})
