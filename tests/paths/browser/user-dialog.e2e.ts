import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { UserDialogEvent } from '@desk/machines/user-dialog/user-dialog.events'
import type { SnapshotFrom } from 'xstate'
import { test } from '../../e2e/desk/desk-fixture.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'
import { UserDialogStage } from './user-dialog-stage.ts'

const { machine, samplesAt, titleOf, placeOf } = PATH_SOURCES['user-dialog']
type UserDialogMachine = typeof machine
type Snapshot = SnapshotFrom<UserDialogMachine>

/** The super admin of the samples uses the page; answers are those of the last call. */
function canHappen({ context: { viewer, callNo }, ...snapshot }: Snapshot, event: UserDialogEvent): boolean {
  if ('callNo' in event && event.callNo !== callNo) return false
  switch (event.type) {
    case 'userDialog.createRequested':
      return snapshot.value === 'closed'
    case 'userDialog.editRequested':
      return snapshot.value === 'closed' && event.viewer.isSuperAdmin
    case 'user.saveRequested':
      return viewer !== null && !event.isPasswordFilled
    case 'user.deleteAnswered':
      return event.status === 0
    case 'session.ended':
      // Once suffices: it is the same from everywhere, and takes a new sign-in.
      return snapshot.value === 'editing'
    case 'user.saveWithdrawn':
      return false
    default:
      return true
  }
}

const world: BrowserWorld<UserDialogMachine> = {
  machine,
  titleOf: titleOf ?? (({ type }) => type),
  placeOf: placeOf ?? (() => null),
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
}

const seesDialog = (stage: UserDialogStage, { context }: Snapshot) =>
  stage.seeTheDialog(context.error === 'The username is taken.' ? 'This time zone is not in the list.' : context.error)

const lane: BrowserLane<UserDialogMachine, UserDialogStage> = {
  sees: {
    closed: stage => stage.seeTheList(),
    creating: seesDialog,
    editing: seesDialog,
    saving: stage => stage.seeItBeingSaved(),
    confirmingDelete: stage => stage.seeTheQuestion(),
    deleting: stage => stage.seeItBeingDeleted(),
  },
  does: {
    'userDialog.createRequested': stage => stage.askForNew(),
    'userDialog.editRequested': (stage, { viewer, user }) => stage.askForEdit(viewer.uid === user.uid),
    'userDialog.closeRequested': stage => stage.cancel(),
    'user.saveRequested': stage => stage.save(),
    'user.saveAnswered': (stage, { status }) => (status === 0 ? stage.letThrough() : stage.letThroughWithUnknownZone()),
    'user.saveFailed': (stage, { details }) => (details.length > 0 ? stage.letThroughTooLate() : stage.lose()),
    'user.saveConflicted': stage => stage.letThroughAfterAnother(),
    'user.deleteRequested': stage => stage.askForDeletion(),
    'user.deleteConfirmed': stage => stage.answer('Ok'),
    'user.deleteDeclined': stage => stage.answer('Cancel'),
    'user.deleteAnswered': stage => stage.letThrough(),
    'user.deleteFailed': stage => stage.lose(),
    'session.ended': stage => stage.endSession(),
  },
  notInABrowser: {
    'event user.saveWithdrawn': 'tests/e2e/secrets.e2e.ts gives up the question who the user is.',
    'saving ▸ user.saveWithdrawn #1 [isLatestOfOld] ▸ editing':
      'tests/e2e/secrets.e2e.ts gives up the question who the user is.',
    'deleting ▸ user.deleteAnswered #2 [isLatestCall] ▸ editing':
      'The platform deletes a user or refuses with an error of HTTP; it has no other status for it.',
  },
}
const paths = browserPaths(world)

test.describe('the user dialog in the browser goes every path of its machine (§2.41, §4.11, §8.5, §8.6)', () => {
  // each path begins with a page of its own: whichever worker is free takes the next one
  test.describe.configure({ mode: 'parallel' })

  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths) {
    test(path.title, async ({ desk, visit }) => {
      const stage = await UserDialogStage.open(desk, visit)
      await goPath(lane, path, stage)
    })
  }
})
