import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { FirstSteps as Steps } from '@desk/schema/today/first-steps'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { FirstStepsHelp } from './first-steps-help.tsx'
import { FirstStepsPanel } from './first-steps-panel.tsx'

const BEGUN: Steps = {
  done: ['supplier', 'project', 'survey', 'source'],
  pm_proj_ud: 12,
  pm_sy_ud: 2001,
  has_sell_price: true,
  source: { stmid: 3001, type: 'classic' },
}
const EMPTY: Steps = { done: [], pm_proj_ud: null, pm_sy_ud: null, has_sell_price: false, source: null }
const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const deskOf = (steps: Steps, user = ADMIN) => testDesk({ 'today.firstSteps': steps }, { user })
const panel = screen.getByRole('region', { name: 'First steps' })

test('done steps are ticked, and the others lead to the newest study (day.md §4)', async () => {
  await draw(await deskOf(BEGUN), <FirstStepsPanel />)
  await expect.element(panel.getByRole('listitem').nth(3)).toHaveTextContent(/^Done: Create a source/)
  await expect
    .element(panel.getByRole('link', { name: 'Set the prices' }))
    .toHaveAttribute('href', '#/projects/12/survey/2001/manual-streams/3001')
  await expect
    .element(panel.getByRole('link', { name: 'Launch' }))
    .toHaveAttribute('href', '#/projects/12/survey/2001/streams')
  await expect.element(panel.getByRole('link', { name: 'Create a project' })).not.toBeInTheDocument()
})

test('an empty account begins with a supplier or a project (day.md §4)', async () => {
  await draw(await deskOf(EMPTY), <FirstStepsPanel />)
  await expect.element(panel.getByRole('link', { name: 'Add a supplier' })).toHaveAttribute('href', '#/suppliers/new')
  expect(
    panel
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Add a supplier', 'Create a project'])
})

test('a user without the supply side reads that an administrator adds suppliers and sets their price (day.md §4)', async () => {
  await draw(await deskOf({ ...BEGUN, done: ['project', 'survey', 'source'] }, SAMPLE_USER), <FirstStepsPanel />)
  await expect.element(panel).toHaveTextContent(/An administrator of your account adds suppliers.*sets it/)
  expect(
    panel
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Test the source', 'Launch'])
})

test('a closed list stays closed, and is under Help (day.md §4)', async () => {
  const desk = await deskOf(BEGUN)
  await draw(
    desk,
    <>
      <FirstStepsPanel />
      <FirstStepsHelp />
    </>,
  )
  await screen.getByRole('button', { name: 'Close the first steps' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await screen.getByText('First steps').click()
  await expect.element(screen.getByRole('link', { name: 'Set the prices' })).toBeVisible()
  expect(desk.preferences.read(SAMPLE_USER.uid, 'first-steps.closed')).toEqual([SAMPLE_USER.pm_dsh_ud])
})

test('an account whose sources were live has no list (day.md §4)', async () => {
  const desk = await deskOf({ ...BEGUN, done: [...BEGUN.done, 'launch'] })
  await draw(desk, <FirstStepsPanel />)
  await expect.poll(() => desk.asked.some(({ key }) => key === 'today.firstSteps')).toBe(true)
  await expect.element(panel).not.toBeInTheDocument()
})
