import type { ChangeMark } from '@desk/schema/history/change-mark'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { wallTimeIn } from '#kit/forms/wall-times.ts'
import { CompletesPanel } from './completes-panel.tsx'

const HOUR_MS = 3_600_000
const LAST_HOUR_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS

const hoursOf = (test: number) =>
  Array.from({ length: 24 }, (_, index) => ({
    Start_Time: new Date(LAST_HOUR_MS - (23 - index) * HOUR_MS).toISOString(),
    Completes_Count_Live: index,
    Completes_Count_Test: index === 5 ? test : 0,
  }))

const MARK: ChangeMark = {
  scope: 'source',
  id: 7,
  name: 'Panel D',
  act: 'edited',
  by: 'Una Ortiz',
  at: new Date(LAST_HOUR_MS - 2 * HOUR_MS + 5 * 60_000).toISOString(),
  fields: ['supplier_cpi', 'respondents'],
}

test('Enter on a past hour sets the page to its end; the present hour has none (day.md §3, forecast.md §7)', async () => {
  const desk = await testDesk(
    { 'lookups.codes': [], 'projects.hourlyCompletes': hoursOf(0), 'history.marks': [] },
    { path: '/projects/1/survey/2/streams' },
  )
  const page = await draw(desk, <CompletesPanel projectId={1} surveyId={2} />)
  await expect.element(page.getByRole('slider')).toBeVisible()
  page.getByRole('slider').element().focus()
  await userEvent.keyboard('{End}{Enter}')
  expect(desk.history.location.search).not.toContain('asOf')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(new URLSearchParams(desk.history.location.search).get('asOf')).toBe(
    wallTimeIn(new Date(LAST_HOUR_MS).toISOString(), 'America/New_York'),
  )
})

const panel = async (marks: readonly ChangeMark[], tests = 0) => {
  const desk = await testDesk(
    { 'lookups.codes': [], 'projects.hourlyCompletes': hoursOf(tests), 'history.marks': marks },
    { path: '/projects/1/survey/2/streams' },
  )
  return draw(desk, <CompletesPanel projectId={1} surveyId={2} />)
}

test('a change within the window is marked, and its hour says who changed what (day.md §3)', async () => {
  const page = await panel([MARK])
  await expect.element(page.getByText('Change', { exact: true })).toBeVisible()
  const slider = page.getByRole('slider')
  slider.element().focus()
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}')
  await expect
    .poll(() => slider.element().getAttribute('aria-valuetext'))
    .toMatch(/21 live, 0 test\. \d\d:05 Una Ortiz: price, target of Panel D$/)
})

test('without test traffic there is no series of tests (day.md §3)', async () => {
  const page = await panel([])
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Test', { exact: true })).not.toBeInTheDocument()
})

test('with test traffic both series are there (§2.45)', async () => {
  const page = await panel([], 3)
  await expect.element(page.getByText('Test', { exact: true })).toBeVisible()
})

test('the completes expected of an hour are a dashed line that legend, tooltip and table name; unknown ones have none (day.md §3)', async () => {
  const hours = hoursOf(0).map((hour, index) => (index === 22 ? { ...hour, Completes_Count_Expected: 25.5 } : hour))
  const desk = await testDesk(
    { 'lookups.codes': [], 'projects.hourlyCompletes': hours, 'history.marks': [] },
    { path: '/projects/1/survey/2/streams' },
  )
  const page = await draw(desk, <CompletesPanel projectId={1} surveyId={2} />)
  await expect.element(page.getByText('Expected', { exact: true })).toBeVisible()
  const slider = page.getByRole('slider')
  slider.element().focus()
  await userEvent.keyboard('{End}{ArrowLeft}')
  await expect.element(page.getByText('Expected 25.5 to be full at out of field')).toBeVisible()
  expect(slider.element().getAttribute('aria-valuetext')).toMatch(/22 live, 0 test, 25.5 expected$/)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText(/to be full at out of field/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Expected' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /22 0 25\.5/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /21 0 –/ })).toBeVisible()
})
