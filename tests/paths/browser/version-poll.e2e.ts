import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { VersionPollEvent } from '@desk/machines/version-poll/version-poll.events'
import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { expect, test } from '../../e2e/desk/desk-fixture.ts'
import { isMarked, markDocument } from '../../e2e/desk/sign-in-form.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { holdEach, type HeldCall } from './held-calls.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'

type VersionPollMachine = (typeof PATH_SOURCES)['version-poll']['machine']
const { machine, samplesAt, placeOf } = PATH_SOURCES['version-poll']

function canHappen(snapshot: SnapshotFrom<VersionPollMachine>, event: VersionPollEvent): boolean {
  switch (event.type) {
    // The page knows of which build it is; in local development nothing would follow (version.e2e.ts).
    case 'version.pollRequested':
      return snapshot.matches('off') && !event.isLocalDevelopment && event.buildDate !== null
    case 'version.read':
    case 'version.readFailed':
      return snapshot.matches('reading') && event.readNo === snapshot.context.readNo
    case 'timer.elapsed':
      return snapshot.matches('waiting') && event.timerNo === snapshot.context.readNo
    case 'version.reloadRequested':
      return snapshot.matches('changed')
  }
}

const world: BrowserWorld<VersionPollMachine> = {
  machine,
  titleOf: event =>
    'buildDate' in event && event.buildDate !== null ? `${event.type}(${event.buildDate})` : event.type,
  placeOf: placeOf ?? (() => null),
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
  answerOf: command => (command.type === 'reload' ? { kind: 'reload' } : null),
  reloaded: ({ context: { buildDate } }) => ({ type: 'version.pollRequested', isLocalDevelopment: false, buildDate }),
}

/** A page with a stopped clock, whose version file waits until the path decides its content. */
interface Polled {
  readonly page: Page
  readonly file: HeldCall
}
const banner = ({ page }: Polled) =>
  page.getByRole('status').filter({ hasText: 'We’ve updated the app! Please reload to use the latest version.' })

const lane: BrowserLane<VersionPollMachine, Polled> = {
  sees: {
    reading: async at => {
      await expect.poll(at.file.waiting).toBe(1)
      await expect(banner(at)).toHaveCount(0)
    },
    waiting: async at => {
      await expect(banner(at)).toHaveCount(0)
      expect(at.file.waiting()).toBe(0)
    },
    changed: async at => {
      await expect(banner(at)).toBeVisible()
      await at.page.clock.fastForward(60_000)
      expect(at.file.waiting()).toBe(0)
    },
  },
  does: {
    'version.pollRequested': async ({ page }, { buildDate }) => {
      await page.route(
        ({ pathname }) => pathname === '/',
        async route => {
          const response = await route.fetch()
          await route.fulfill({
            response,
            body: (await response.text()).replace(/(<meta name="build-date" content=")[^"]*/, `$1${buildDate}`),
          })
        },
      )
      await page.goto('/#/login')
    },
    'version.read': ({ file }, { buildDate }) => file.answer({ buildDate }),
    'version.readFailed': async ({ page, file }) => {
      const logged = page.waitForEvent('console', message => message.type() === 'info')
      await file.breakOff()
      await logged
    },
    // the timer is set when the page has read the answer before it, which nothing shows
    'timer.elapsed': ({ page, file }) =>
      expect(async () => {
        await page.clock.fastForward(30_000)
        await expect.poll(file.waiting, { timeout: 5_000 }).toBe(1)
      }).toPass(),
    'version.reloadRequested': async at => {
      await markDocument(at.page)
      await banner(at).getByRole('button', { name: 'Reload' }).click()
      await expect.poll(() => isMarked(at.page).catch(() => true)).toBe(false)
    },
  },
  notInABrowser: {},
}
const paths = browserPaths(world)

test.describe('the version poll in the browser goes every path of its machine (§4.10, §2.46, §8.10, §9.3)', () => {
  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths) {
    test(path.title, async ({ page }) => {
      await page.clock.install()
      await page.route('**/client-config.json', route =>
        route.fulfill({ json: { hosts: { '127.0.0.1': 'production' } } }),
      )
      await goPath(lane, path, { page, file: await holdEach(page, '/version.json?*') })
    })
  }
})
