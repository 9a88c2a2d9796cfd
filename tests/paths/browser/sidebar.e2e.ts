import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import { SIDEBAR_COLLAPSED_PX, SIDEBAR_OPEN_PX } from '@desk/machines/sidebar/sidebar.selectors'
import type { Page } from '@playwright/test'
import { expect, test } from '../../e2e/desk/desk-fixture.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'

type SidebarMachine = typeof PATH_SOURCES.sidebar.machine
const { machine, samplesAt } = PATH_SOURCES.sidebar

const world: BrowserWorld<SidebarMachine> = {
  machine,
  happenings: samplesAt,
  placeOf: ({ context }) => context,
  titleOf: event => (event.type === 'window.resized' ? `${event.type}(${event.widthPx})` : event.type),
}

const isWide = (widthPx: number, toggle: string) => async (page: Page) => {
  await expect
    .poll(async () => (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.width)
    .toBe(widthPx)
  await expect(page.getByRole('button', { name: toggle })).toBeVisible()
}
const isCollapsed = isWide(SIDEBAR_COLLAPSED_PX, 'Open the sidebar')

const lane: BrowserLane<SidebarMachine, Page> = {
  sees: {
    open: isWide(SIDEBAR_OPEN_PX, 'Collapse the sidebar'),
    'collapsed.byUser': isCollapsed,
    'collapsed.byWidth': isCollapsed,
  },
  does: {
    'sidebar.toggleRequested': page => page.getByRole('button', { name: /the sidebar$/ }).click(),
    'window.resized': (page, { widthPx }) => page.setViewportSize({ width: widthPx, height: 800 }),
  },
  notInABrowser: {},
}
const paths = browserPaths(world)

test.describe('the sidebar in the browser goes every path of its machine (§2.34, §4.12)', () => {
  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths) {
    test(path.title, async ({ visit }) => {
      const page = await visit('admin@acme.example', '/projects', { viewport: { width: 1_440, height: 800 } })
      await goPath(lane, path, page)
    })
  }
})
