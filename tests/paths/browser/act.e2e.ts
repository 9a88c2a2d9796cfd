import type { ActEvent } from '@desk/machines/act/act.events'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { SnapshotFrom } from 'xstate'
import type { Desk } from '../../e2e/desk/desk.ts'
import { expect, test } from '../../e2e/desk/desk-fixture.ts'
import { atHash } from '../../e2e/desk/hash.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { holdEach, type HeldCall } from './held-calls.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'

type ActMachine = (typeof PATH_SOURCES)['act']['machine']
const { machine, samplesAt } = PATH_SOURCES.act
const ADMIN = 'admin@acme.example'

/** A question without a preview: it is modal, and a new one is another act. */
function canHappen(snapshot: SnapshotFrom<ActMachine>, event: ActEvent): boolean {
  if ('attemptNo' in event && event.attemptNo !== snapshot.context.attemptNo) return false
  switch (event.type) {
    case 'act.requested':
      return event.question !== null && snapshot.matches('resting')
    case 'act.confirmed':
      return event.digest === null && snapshot.matches('confirming')
    case 'act.answered':
      return event.failed === 0 && snapshot.matches('sending')
    case 'act.refused':
    case 'act.unanswered':
    case 'act.outdated':
      return snapshot.matches('sending')
    case 'act.retryRequested':
      return snapshot.matches('refused') || snapshot.matches('unanswered')
    case 'act.dismissed':
      return !snapshot.matches('resting') && !snapshot.matches('sending') && !snapshot.matches('done')
    default:
      return false
  }
}

const world: BrowserWorld<ActMachine> = {
  machine,
  titleOf: ({ type }) => type,
  placeOf: ({ context: { call, message } }) => [call, message],
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
}

/** The page of a qualification whose deletion waits until the path says what comes of it. */
class DeletePage {
  constructor(
    readonly page: Page,
    readonly name: string,
    readonly removal: HeldCall,
  ) {}

  static async open(desk: Desk, visit: (username: string, path: string) => Promise<Page>): Promise<DeletePage> {
    const name = `Act ${randomUUID().slice(0, 8)}`
    const { body } = await desk.call('POST', '/v2/qualifications', {
      token: await desk.tokenOf(ADMIN),
      body: {
        qualifications_name: name,
        qualification_type_cd: 1,
        qualification_category_cd: 9,
        qualification_class_cd: 2,
        qualification_access_cd: 1,
        precode: name.replace(' ', '-'),
        qualification_univeral_name: name.toUpperCase(),
        qualification_texts: [{ qualification_texts_name: 'Which?', languages_id: 37, country_id: 840 }],
      },
    })
    const page = await visit(ADMIN, `/qualifications/${body.qualifications_ud}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    return new DeletePage(page, name, await holdEach(page, '/v1/qualifications?uid=*'))
  }

  get question() {
    return this.page.getByRole('alertdialog', { name: 'Delete qualification' })
  }
  press(button: string) {
    return this.question.getByRole('button', { name: button }).click()
  }
  async seesMessage(message: string | RegExp): Promise<void> {
    await expect(this.question.getByRole('alert')).toHaveText(message)
  }
}

const lane: BrowserLane<ActMachine, DeletePage> = {
  sees: {
    resting: async ({ question }) => expect(question).toHaveCount(0),
    confirming: async ({ question, name }) => {
      await expect(question).toContainText(`${name} is deleted with its texts and options.`)
      await expect(question.getByRole('button', { name: 'Delete' })).toBeEnabled()
    },
    sending: async ({ question, removal }) => {
      await expect.poll(removal.waiting).toBe(1)
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    },
    refused: at => at.seesMessage('It is in use.'),
    unanswered: at => at.seesMessage(/^Encountered an error/),
    stale: at => at.seesMessage('Another user changed it.'),
    done: async ({ page }) => {
      await expect(page).toHaveURL(atHash('/qualifications'))
    },
  },
  does: {
    'act.requested': ({ page }) => page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click(),
    'act.confirmed': at => at.press('Delete'),
    'act.dismissed': at => at.press('Cancel'),
    'act.retryRequested': at => at.press('Delete'),
    'act.answered': ({ removal }) => removal.letThrough(),
    'act.refused': ({ removal }, { message }) => removal.answer({ message }, 409),
    'act.unanswered': ({ removal }) => removal.breakOff(),
    'act.outdated': ({ removal }, { message }) =>
      removal.answer({ message, reason: 'stale_version', current: {} }, 409),
  },
  notInABrowser: {
    ...Object.fromEntries(
      [
        'state previewing',
        'event act.previewed',
        'confirming ▸ act.previewed #1 [isLatest] ▸ stays',
        'previewing ▸ act.dismissed #1 ▸ resting',
        'previewing ▸ act.progressed #1 [isLatest] ▸ stays',
        'previewing ▸ act.previewed #1 [isLatest] ▸ confirming',
        'previewing ▸ act.refused #1 [isLatest] ▸ refused',
        'resting ▸ act.requested #1 [needsPreview] ▸ previewing',
        'done ▸ act.requested #1 [needsPreview] ▸ previewing',
        'refused ▸ act.requested #1 [needsPreview] ▸ previewing',
        'refused ▸ act.retryRequested #1 [neededPreview] ▸ previewing',
        'stale ▸ act.requested #1 [needsPreview] ▸ previewing',
        'stale ▸ act.retryRequested #1 [neededPreview] ▸ previewing',
        'unanswered ▸ act.requested #1 [needsPreview] ▸ previewing',
      ].map(name => [name, 'A deletion has no preview.']),
    ),
    ...Object.fromEntries(
      [
        'done ▸ act.requested #2 ▸ confirming',
        'refused ▸ act.requested #2 ▸ confirming',
        'stale ▸ act.requested #2 ▸ confirming',
        'unanswered ▸ act.requested #2 ▸ confirming',
        'done ▸ act.dismissed #1 ▸ resting',
      ].map(name => [name, 'The question is modal, and goes with its act: the next act is an instance of its own.']),
    ),
    ...Object.fromEntries(
      [
        'event act.progressed',
        'sending ▸ act.progressed #1 [isLatest] ▸ stays',
        'done ▸ act.retryRequested #1 [hasFailedRows] ▸ sending',
      ].map(name => [name, 'A deletion has one row.']),
    ),
    'event act.undoRequested': 'A deletion has no undo.',
    'done ▸ act.undoRequested #1 [canUndo] ▸ sending': 'A deletion has no undo.',
    'event act.withdrawn': 'A deletion does not ask who the user is.',
    'sending ▸ act.withdrawn #1 [isLatestOfQuestion] ▸ confirming': 'A deletion does not ask who the user is.',
    'sending ▸ act.withdrawn #2 [isLatest] ▸ resting': 'A deletion does not ask who the user is.',
    'stale ▸ act.retryRequested #2 ▸ confirming': 'The button confirms in the same moment.',
  },
}

const paths = browserPaths(world)

test.describe('an act in the browser goes every path of its machine (house.md §1)', () => {
  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths) {
    test(path.title, async ({ desk, visit }) => goPath(lane, path, await DeletePage.open(desk, visit)))
  }
})
