import type { ForecastPage } from '@desk/schema/forecasts/forecast-page'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { Forecasts } from './forecasts.tsx'

const PAGE: ForecastPage = {
  id: 7,
  name: 'Panel mix',
  completes: 60,
  target: 100,
  ends_at: '2026-11-24T12:00:00.000Z',
  forecast: {
    asked_at: '2026-11-20T12:00:00.000Z',
    p10_at: '2026-11-21T12:00:00.000Z',
    p50_at: '2026-11-22T12:00:00.000Z',
    p90_at: null,
    p_full: 0.61,
    expected_now: 55,
    expected_at_end: 96,
    pool: 'account',
    like_count: 32,
  },
  earlier: [
    {
      asked_at: '2026-11-19T12:00:00.000Z',
      completes: 40,
      p10_at: '2026-11-21T12:00:00.000Z',
      p50_at: '2026-11-22T12:00:00.000Z',
      p90_at: null,
    },
  ],
  finish: null,
  left_alone: { finishes: 30, within: 25 },
  changed: { finishes: 0, within: 0 },
  by_progress: [
    { progress: 0.1, finishes: 0, within: 0, pinball_hours: null, median_width_hours: null },
    { progress: 0.5, finishes: 30, within: 25, pinball_hours: 4.4, median_width_hours: 31 },
  ],
  promise: null,
  promises: { over: 3, met: 2 },
  what_helped: [
    { month: '2026-11', kind: 'price', acts: 9, cannot_tell: 4, more: 3, fewer: 0, mean_completes: 12.4 },
    { month: '2026-10', kind: 'pause', acts: 2, cannot_tell: 2, more: 0, fewer: 0, mean_completes: null },
  ],
}
const path = '/projects/1/survey/2/streams?forecast=source-7'
const opened = async (page: ForecastPage = PAGE) => {
  const desk = await testDesk({ 'forecasts.read': page, 'forecasts.promise': { ...page, promise: null } }, { path })
  return { desk, page: await draw(desk, <Forecasts />) }
}

test('the drawer shows the band, the chance, the sources behind it and the record (forecast.md §2)', async () => {
  const { page } = await opened()
  const drawer = page.getByRole('dialog')
  await expect.element(drawer).toHaveTextContent(/60 of 100/)
  await expect.element(drawer).toHaveTextContent(/80 % band from21 Nov 2026.*toin more than 26 weeks/)
  await expect.element(drawer).toHaveTextContent(/Full by then61 %/)
  await expect.element(drawer).toHaveTextContent(/From the last 32 finished sources of your account/)
  await expect.element(drawer).toHaveTextContent(/Left alone after the forecast25 of 30/)
  await expect.element(drawer).toHaveTextContent(/Changed after the forecastNo finish yet/)
  await expect.element(page.getByRole('img', { name: /band to a full target/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /50 %/ })).toHaveTextContent('50 %25 of 304 h31 h')
  await expect.element(page.getByRole('row', { name: /10 %/ })).toHaveTextContent('10 %–––')
  await expect.element(page.getByRole('button', { name: /Record of forecasts/ })).toBeVisible()
})

test('the drawer counts the acts of each kind and month, with those whose effect is unknown (forecast.md §4)', async () => {
  const { page } = await opened()
  await expect.element(page.getByRole('row', { name: /Price/ })).toHaveTextContent('Price, 2026-11930+124')
  await expect.element(page.getByRole('row', { name: /Pause/ })).toHaveTextContent('Pause, 2026-10200–2')
})

test('a source without a forecast says how many completes it has, and draws nothing (forecast.md §1)', async () => {
  const { page } = await opened({ ...PAGE, completes: 2, forecast: null, earlier: [] })
  await expect.element(page.getByText('No forecast yet: 2 completes.')).toBeVisible()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
})

test('a promise is sent as a moment in the user’s zone, and one without a date asks for it (forecast.md §2)', async () => {
  const { page, desk } = await opened()
  const promise = page.getByRole('button', { name: 'Promise' })
  await promise.click()
  await expect.element(page.getByText('Choose a date and time.')).toBeVisible()
  await page.getByLabelText('Full by').fill('2026-12-03T18:00')
  await promise.click()
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'forecasts.promise').length).toBe(1)
})
