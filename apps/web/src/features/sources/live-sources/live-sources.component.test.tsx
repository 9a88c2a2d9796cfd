import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { LiveSourcesScreen } from './live-sources.tsx'
import { LIVE_SOURCE } from './testing/live-source.ts'

const { innerWidth: width, innerHeight: height } = window
afterEach(() => screen.viewport(width, height))

test('sources of one name differ by project and survey, and filtered by the URL (docs/decisions/0097)', async () => {
  const desk = await testDesk(
    {
      'sources.live': [
        LIVE_SOURCE,
        { ...LIVE_SOURCE, stmid: 32, pm_sy_ud: 22, pm_proj_ud: 12, pm_proj_name: 'Coffee study' },
      ],
      'today.views': { today: 4, projects: 8, live_sources: 2 },
    },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
  await draw(desk, <LiveSourcesScreen />)
  await expect.element(screen.getByRole('link', { name: 'Tea study' })).toHaveAttribute('href', '#/projects/11/survey')
  await expect.element(screen.getByRole('link', { name: 'Coffee study' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Live sources' })).toHaveAttribute('aria-current', 'page')
  await screen.getByRole('button', { name: 'Filter', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Project', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Tea study' }).click()
  await expect.element(screen.getByRole('link', { name: 'Coffee study' })).not.toBeInTheDocument()
  expect(desk.history.location.search).toBe('?view=live&project=11')
})

test('on a telephone a row is a card with labelled figures; As table shows the table, and this device remembers it (day.md §5)', async () => {
  await screen.viewport(390, 844)
  const desk = await testDesk(
    { 'sources.live': [LIVE_SOURCE], 'today.views': { today: 4, projects: 8, live_sources: 1 } },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
  const drawn = await draw(desk, <LiveSourcesScreen />)
  const card = screen.getByRole('row', { name: /Main/ })
  await expect.element(card).toHaveTextContent(/Main.*Live.*UK.*Tea study.*20.*\/ 100.*50%/)
  await expect.element(card.getByRole('gridcell', { name: /20 \/ 100 Completes/ })).toBeVisible()
  expect(card.element().getBoundingClientRect().height).toBe(120)
  await expect.element(card.getByRole('checkbox', { name: 'Select Main' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader')).not.toBeInTheDocument()
  await screen.getByRole('combobox', { name: 'Order' }).selectOptions('Completes')
  expect(desk.history.location.search).toBe('?view=live&sort=-completes')

  await screen.getByRole('button', { name: 'As table' }).click()
  await expect.element(screen.getByRole('columnheader', { name: 'Completes' })).toBeVisible()
  await drawn.unmount()
  await draw(desk, <LiveSourcesScreen />)
  await expect.element(screen.getByRole('button', { name: 'As cards' })).toBeVisible()
})

test('several sources are chosen and paused together; paused ones leave the list and the choice, the result stays', async () => {
  const THREE = [31, 32, 33].map(stmid => ({ ...LIVE_SOURCE, stmid, name: `Panel ${stmid}` }))
  let listed = THREE
  const desk = await testDesk(
    {
      'sources.live': () => listed,
      'today.views': { today: 4, projects: 8, live_sources: 3 },
      'statuses.options': ({ url }) => {
        const id = Number(url.pathname.split('/').find(part => /^\d+$/.test(part)))
        return {
          scope: 'source',
          id,
          name: `Panel ${id}`,
          status: {
            statusid: 1,
            effective_statusid: 1,
            reason: null,
            changed_by: null,
            changed_at: '2026-11-01T00:00:00.000Z',
            version: 1,
          },
          allowed: [{ to: 2, allowed: true, reason: null }],
          effects: { live_surveys: 0, live_sources: 0 },
        }
      },
    },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
  await draw(desk, <LiveSourcesScreen />)
  await screen.getByRole('checkbox', { name: 'Select Panel 31' }).click()
  await screen.getByRole('checkbox', { name: 'Select Panel 32' }).click()
  const bar = screen.getByRole('group', { name: 'Selected sources' })
  await expect.element(bar).toHaveTextContent('2 selected')
  await bar.getByRole('button', { name: 'Change status…' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  listed = THREE.slice(1)
  await desk.queryClient.invalidateQueries()
  await expect.element(screen.getByText('1 selected')).toBeInTheDocument()
  listed = THREE.slice(2)
  await desk.queryClient.invalidateQueries()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})
