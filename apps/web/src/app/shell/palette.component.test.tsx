import type { SearchAnswer } from '@desk/schema/search/search'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { SAMPLE_SURVEY } from '#kit/bulk/testing/sample-survey.ts'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { Palette } from './palette.tsx'

const { live, paused } = STATUS_CODES
const FOUND: SearchAnswer = {
  hits: [
    {
      scope: 'project',
      id: 7,
      name: 'Habits',
      detail: 'H-1',
      statusid: live,
      held_by: null,
      pm_proj_ud: 7,
      pm_sy_ud: null,
      type: null,
    },
  ],
  respondents: [],
  corrected: null,
}
const SURVEY_HIT: SearchAnswer['hits'][number] = {
  scope: 'survey',
  id: 1,
  name: 'Wave 1',
  detail: 'Study',
  statusid: live,
  held_by: null,
  pm_proj_ud: 3,
  pm_sy_ud: 1,
  type: null,
}
const OPTIONS: StatusOptions = {
  scope: 'project',
  id: 7,
  name: 'Habits',
  status: {
    statusid: live,
    effective_statusid: live,
    reason: null,
    changed_by: null,
    changed_at: '2026-11-25T17:00:00.000Z',
    version: 3,
  },
  allowed: [{ to: paused, allowed: true, reason: null }],
  effects: { live_surveys: 0, live_sources: 0 },
}

async function drawPalette(allowed = OPTIONS.allowed, beside: React.ReactNode = null) {
  const desk = await testDesk(
    { 'search.find': FOUND, 'statuses.options': { ...OPTIONS, allowed } },
    { path: '/suppliers' },
  )
  const page = await draw(
    desk,
    <>
      {beside}
      <Palette isOpen onClose={() => undefined} />
    </>,
  )
  await page.getByRole('searchbox').fill('pause habits')
  await expect
    .element(page.getByRole('menuitem', { name: 'Pause Habits', exact: true }))
    .toHaveAttribute('data-focused', 'true')
  await userEvent.keyboard('{Enter}')
  const changes = () => desk.asked.filter(({ key }) => key === 'statuses.change').map(({ body }) => body)
  return { page, changes }
}

test.for([
  ['without statuses', null],
  ['with statuses', <StatusOverlays key="" onChanged={() => undefined} />],
] as const)(
  '“pause” with a name asks once over a page %s, and changes nothing before it (day.md §4, §4.3)',
  async ([, beside]) => {
    const { page, changes } = await drawPalette(OPTIONS.allowed, beside)
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Habits')
    expect(page.getByRole('alertdialog').elements()).toHaveLength(1)
    expect(changes()).toEqual([])
    await page.getByRole('button', { name: 'Yes, Change Status' }).click()
    await expect.poll(() => changes().length).toBe(1)
  },
)

test('a status that cannot follow is refused with the reason of the status menu (day.md §4, domain.md §2)', async () => {
  const { page, changes } = await drawPalette([{ to: paused, allowed: false, reason: 'not_a_transition' }])
  await expect.element(page.getByText('Habits did not become Paused.')).toBeInTheDocument()
  expect([page.getByRole('alertdialog').elements().length, changes()]).toEqual([0, []])
})

test('“set price of” with a value opens the confirmation of the cell, which saves with the version that was read (day.md §4)', async () => {
  const desk = await testDesk(
    {
      'search.find': { ...FOUND, hits: [SURVEY_HIT] },
      'surveys.read': SAMPLE_SURVEY,
      'lookups.codes': [],
      'surveys.update': { ...SAMPLE_SURVEY, pm_sy_client_cpi: 5.65, version: 5 },
    },
    { path: '/suppliers' },
  )
  const page = await draw(desk, <Palette isOpen onClose={() => undefined} />)
  await page.getByRole('searchbox').fill('set price of wave to 5.65')
  await expect
    .element(page.getByRole('menuitem', { name: 'Set the price of Wave 1 to 5.65' }))
    .toHaveAttribute('data-focused', 'true')
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Sell Price of Wave 1' })
  await expect.element(dialog).toHaveTextContent('$4.00 → $5.65')
  expect(desk.asked.some(({ key }) => key === 'surveys.update')).toBe(false)
  await page.getByRole('textbox', { name: 'Sell Price' }).click()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => desk.asked.flatMap(({ key, body }) => (key === 'surveys.update' ? [body] : [])))
    .toMatchObject([{ pm_sy_client_cpi: 5.65, version: 4 }])
})
