import { coverageOf, pathsOf } from '@desk/machines/paths/paths'
import { PATH_SOURCES } from '@desk/machines/paths/sources'
import type { SidebarEvent } from '@desk/machines/sidebar/sidebar.events'
import type { Page } from '@playwright/test'
import { expect, test } from '../../e2e/desk/desk-fixture.ts'
import { stateTitle } from './state-title.ts'

/** What a person sees in each state. Who collapsed it shows only in what a wider window does, which the paths go on to. */
const SEEN = {
  'open': { widthPx: 260, button: 'Collapse the sidebar' },
  'collapsed.byUser': { widthPx: 80, button: 'Open the sidebar' },
  'collapsed.byWidth': { widthPx: 80, button: 'Open the sidebar' },
} as const

/** What a person does. */
const DONE: { readonly [T in SidebarEvent['type']]: (page: Page, event: Extract<SidebarEvent, { type: T }>) => Promise<unknown> } = {
  'sidebar.toggleRequested': page => page.getByRole('button', { name: /^(Collapse|Open) the sidebar$/ }).click(),
  'window.resized': (page, { widthPx }) => page.setViewportSize({ width: widthPx, height: 900 }),
}

// An event is done by what stands under its own type.
const act = (page: Page, event: SidebarEvent): Promise<unknown> => (DONE[event.type] as (page: Page, event: SidebarEvent) => Promise<unknown>)(page, event)

async function see(page: Page, state: string): Promise<void> {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect.poll(async () => ({ widthPx: (await sidebar.boundingBox())?.width, button: await sidebar.getByRole('button', { name: /the sidebar$/ }).getAttribute('aria-label') })).toEqual(SEEN[state as keyof typeof SEEN])
}

const { machine } = PATH_SOURCES.sidebar
const paths = pathsOf(PATH_SOURCES.sidebar)

test('the paths go through every state and transition of the sidebar, and each state and event has what a person sees and does', () => {
  expect(coverageOf(machine, paths)).toMatchObject({ uncoveredStates: [], uncoveredTransitions: [] })
  const steps = paths.flatMap(path => path.steps)
  expect([...new Set(['open', ...steps.map(({ state }) => stateTitle(state))])].toSorted()).toEqual(Object.keys(SEEN).toSorted())
  expect(Object.keys(DONE).toSorted()).toEqual([...machine.events].toSorted())
})

test.describe('paths of the sidebar (§2.34, §4.12)', () => {
  for (const { title, steps } of paths) {
    test(title, async ({ visit }) => {
      const page = await visit('admin@acme.example', '/projects')
      await see(page, 'open')
      for (const { event, state, title } of steps) {
        await test.step(title, async () => {
          await act(page, event)
          await see(page, stateTitle(state))
        })
      }
    })
  }
})
