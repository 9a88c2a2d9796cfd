import type { ReconciliationVersionEvent } from '@desk/machines/reconciliation-version/reconciliation-version.events'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import type { Desk } from '../../e2e/desk/desk.ts'
import { expect, test } from '../../e2e/desk/desk-fixture.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { holdEach, type HeldCall } from './held-calls.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'

const { machine, samplesAt, titleOf, placeOf } = PATH_SOURCES['reconciliation-version']
type VersionMachine = typeof machine

/** The answers of the last call, and another project by its address; late answers are dropped with their page. */
function canHappen(snapshot: SnapshotFrom<VersionMachine>, event: ReconciliationVersionEvent): boolean {
  return snapshot.can(event) && !('callNo' in event && event.callNo !== snapshot.context.callNo)
}

const world: BrowserWorld<VersionMachine> = {
  machine,
  titleOf: titleOf ?? (({ type }) => type),
  placeOf: placeOf ?? (() => null),
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
}

/**
 * One of the two real projects that replace those of the samples. A summary that was left waiting when another was
 * chosen is no call of that one.
 */
interface Project {
  readonly id: number
  readonly summary: HeldCall
}

/** A page whose summaries wait. */
interface Opened {
  readonly page: Page
  readonly projects: Readonly<Record<number, Project>>
  chosen: number
}

function chosenOf({ projects, chosen }: Opened): Project {
  const project = projects[chosen]
  if (project === undefined) throw new Error(`The samples have a project ${chosen} that this lane does not know.`)
  return project
}

const chooses = ({ page }: Opened) => page.getByRole('radio', { name: 'Choose from the list', exact: true })
const failure = ({ page }: Opened) => page.getByRole('heading', { name: 'The reconciliation did not load' })
const form = ({ page }: Opened) => page.getByRole('heading', { name: 'New request', exact: true })

const lane: BrowserLane<VersionMachine, Opened> = {
  sees: {
    loading: async at => {
      await expect.poll(chosenOf(at).summary.waiting).toBeGreaterThan(0)
      await expect(form(at)).toHaveCount(0)
      await expect(failure(at)).toHaveCount(0)
    },
    failed: async at => {
      await expect(failure(at)).toBeVisible()
      await expect(form(at)).toHaveCount(0)
    },
    old: async at => {
      await expect(form(at)).toBeVisible()
      await expect(at.page.getByText('Last upload')).toBeVisible()
      await expect(chooses(at)).toHaveCount(0)
    },
    new: async at => {
      await expect(form(at)).toBeVisible()
      await expect(chooses(at)).toHaveCount(1)
    },
  },
  does: {
    'reconciliationVersion.chosenFor': async (at, { projectId }) => {
      at.chosen = projectId
      await at.page.goto(`/#/projects/${chosenOf(at).id}/reconciliation`)
    },
    'reconciliationVersion.summaryRead': (at, { createdOn, rud }) =>
      chosenOf(at).summary.answerWith(summary => ({ ...summary, created_on: createdOn, data: { rud } })),
    'reconciliationVersion.summaryFailed': at => chosenOf(at).summary.answer({ message: 'Not now.', details: [] }, 422),
    'reconciliationVersion.retryRequested': ({ page }) => page.getByRole('button', { name: 'Retry' }).click(),
  },
  notInABrowser: {},
}
const paths = browserPaths(world)

async function open(
  desk: Desk,
  visit: (
    username: string,
    path: string,
    options: { token: string; prepare: (page: Page) => Promise<unknown> },
  ) => Promise<Page>,
): Promise<Opened> {
  const accountId = await desk.maker.account({ name: 'Versions Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 1 })
  const five = await desk.maker.project({ accountId, name: 'Five' })
  const six = await desk.maker.project({ accountId, name: 'Six' })
  let projects: Readonly<Record<number, Project>> | null = null
  const hold = async (page: Page, id: number): Promise<Project> => ({
    id,
    summary: await holdEach(page, `/v1/reconciliation/${id}/summary`),
  })
  const page = await visit(username, '/projects', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: async page => {
      projects = { 5: await hold(page, five), 6: await hold(page, six) }
    },
  })
  if (projects === null) throw new Error('The page was prepared.')
  return { page, projects, chosen: 5 }
}

test.describe('the choice of the reconciliation in the browser goes every path of its machine (§4.13, §3.35, api:R4)', () => {
  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths)
    test(path.title, async ({ desk, visit }) => goPath(lane, path, await open(desk, visit)))
})
