import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { TodayItem } from '@desk/schema/today/today'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { TodayScreen } from './today.tsx'

const PAUSED: TodayItem = {
  kind: 'auto_paused',
  scope: 'source',
  alert_ids: [7],
  pm_proj_ud: 12,
  pm_proj_name: 'Habits',
  pm_sy_ud: 2001,
  pm_sy_name: 'UK',
  began_at: '2026-11-01T15:00:00.000Z',
  changed: { scope: 'survey', act: 'edited', by: 'Una Ortiz', at: '2026-11-01T14:40:00.000Z', fields: ['survey_url'] },
  part_count: 1,
  parts: [
    {
      place_id: 3001,
      name: 'Main',
      began_at: '2026-11-01T15:00:00.000Z',
      facts: { reason: 'redirect_errors' },
      statusid: 6,
      completes: 40,
      target: 100,
      completes_at_risk: 20,
      money_at_risk: 30,
    },
  ],
  completes_at_risk: 20,
  money_at_risk: 30,
}
const [MAIN] = PAUSED.parts
const SLOW: TodayItem = {
  ...PAUSED,
  kind: 'conversion_fell',
  alert_ids: [8, 9],
  pm_sy_name: 'US',
  changed: null,
  part_count: 2,
  parts: [
    { ...MAIN!, place_id: 3002, name: 'North', statusid: 1, facts: { percent: 12, before_percent: 31 } },
    { ...MAIN!, place_id: 3003, name: 'South', statusid: 1, facts: {}, money_at_risk: null },
  ],
  completes_at_risk: 40,
  money_at_risk: null,
}
const drawn = async (answers: Answers) => {
  const desk = await testDesk(
    {
      'today.views': { today: 2, projects: 8, live_sources: 36 },
      'today.finishing': [],
      'lookups.codes': [],
      ...answers,
    },
    { user: SAMPLE_USER, path: '/projects?view=today' },
  )
  await draw(desk, <TodayScreen />)
  return desk
}
const items = screen.getByRole('list', { name: 'Today' }).getByRole('listitem')

test('an item names its place, its figures, the change before, the risk and its acts (docs/decisions/0097)', async () => {
  await drawn({
    'today.list': { items: [PAUSED, SLOW], item_count: 2, completes_at_risk: 60, money_at_risk: 30 },
  })
  await expect.element(items.first()).toHaveTextContent(/Main · UK · Habits — auto-paused since/)
  await expect
    .element(items.first())
    .toHaveTextContent(/[Rr]edirects fail.*Survey was edited.*by Una Ortiz.*\$30\.00.*20 completes/)
  await expect.element(screen.getByRole('link', { name: /^2 sources · US · Habits/ })).toBeVisible()
  await expect.element(screen.getByText('Nothing else changed.')).toBeVisible()
  await expect.element(screen.getByText('2 need you')).toHaveTextContent('2 need you · $30.00 and 60 completes at risk')
  await expect.element(screen.getByRole('button', { name: 'Resume: Main' })).toBeVisible()
  await screen.getByText('Show the sources').click()
  await expect.element(screen.getByRole('button', { name: 'Pause: North' })).toBeVisible()
})

test('S lets the item with the focus rest, A presses its primary act, and a viewer without money sees completes', async () => {
  const { money_at_risk: _, ...unpriced } = PAUSED
  const desk = await drawn({
    'today.list': { items: [unpriced], item_count: 1, completes_at_risk: 20 },
    'today.snooze': { snoozed: 1 },
    'statuses.options': () => new Response(null, { status: 503 }),
  })
  await expect.element(screen.getByText('1 needs you')).toHaveTextContent('1 needs you · 20 completes at risk')
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('link', { name: /Main · UK · Habits/ })).toHaveFocus()
  await userEvent.keyboard('s')
  await expect
    .poll(() => desk.asked.find(({ key }) => key === 'today.snooze')?.body)
    .toEqual({
      alert_ids: [7],
      until: 'hour',
    })
  await userEvent.keyboard('a')
  await expect.poll(() => desk.asked.some(({ key }) => key === 'statuses.options')).toBe(true)
})

test('an empty queue says that nothing needs one', async () => {
  await drawn({ 'today.list': { items: [], item_count: 0, completes_at_risk: null } })
  await expect.element(screen.getByRole('heading', { name: 'Nothing needs you.' })).toBeVisible()
})
