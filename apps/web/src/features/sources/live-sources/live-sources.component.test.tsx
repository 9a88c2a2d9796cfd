import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { LiveSourcesScreen } from './live-sources.tsx'

const { innerWidth: width, innerHeight: height } = window
afterEach(() => screen.viewport(width, height))

const MAIN = {
  stmid: 31,
  pm_sy_ud: 21,
  name: 'Main',
  type: 'diy' as const,
  statusid: 1 as const,
  effective_statusid: 1 as const,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-26T05:00:00.000Z',
  status_version: 1,
  figures_version: 1,
  entrants: 40,
  terms: 10,
  oQs: 0,
  completes: 20,
  ir: 0.5,
  conversion: 0.5,
  loi: null,
  last_complete_at: null,
  target: 100,
  ...NO_FIELD_FACTS,
  pm_proj_ud: 11,
  pm_proj_name: 'Tea study',
  pm_sy_name: 'UK',
  consultant_name: 'Ada Byron',
  country: 'Kenya',
}

test('sources of one name differ by project and survey, and filtered by the URL (docs/decisions/0097)', async () => {
  const desk = await testDesk(
    {
      'sources.live': [MAIN, { ...MAIN, stmid: 32, pm_sy_ud: 22, pm_proj_ud: 12, pm_proj_name: 'Coffee study' }],
      'today.views': { today: 4, projects: 8, live_sources: 2 },
    },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
  await draw(desk, <LiveSourcesScreen />)
  await expect.element(screen.getByRole('link', { name: 'Tea study' })).toHaveAttribute('href', '#/projects/11/survey')
  await expect.element(screen.getByRole('link', { name: 'Coffee study' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Live sources' })).toHaveAttribute('aria-current', 'page')
  await screen.getByRole('combobox', { name: 'Project', exact: true }).selectOptions('Tea study')
  await expect.element(screen.getByRole('link', { name: 'Coffee study' })).not.toBeInTheDocument()
  expect(desk.history.location.search).toBe('?view=live&project=11')
})

test('on a telephone a row is a card with labelled figures; As table shows the table, and this device remembers it (day.md §5)', async () => {
  await screen.viewport(390, 844)
  const desk = await testDesk(
    { 'sources.live': [MAIN], 'today.views': { today: 4, projects: 8, live_sources: 1 } },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
  const drawn = await draw(desk, <LiveSourcesScreen />)
  const card = screen.getByRole('row', { name: /Main/ })
  await expect.element(card).toHaveTextContent(/Main.*Live.*UK.*Tea study.*20.*\/ 100.*50%/)
  await expect.element(card.getByRole('gridcell', { name: /20 \/ 100 Completes/ })).toBeVisible()
  expect(card.element().getBoundingClientRect().height).toBe(120)
  await expect.element(screen.getByRole('columnheader')).not.toBeInTheDocument()
  await screen.getByRole('combobox', { name: 'Order' }).selectOptions('Completes')
  expect(desk.history.location.search).toBe('?view=live&sort=-completes')

  await screen.getByRole('button', { name: 'As table' }).click()
  await expect.element(screen.getByRole('columnheader', { name: 'Completes' })).toBeVisible()
  await drawn.unmount()
  await draw(desk, <LiveSourcesScreen />)
  await expect.element(screen.getByRole('button', { name: 'As cards' })).toBeVisible()
})
