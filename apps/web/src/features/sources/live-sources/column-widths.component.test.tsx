import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { LiveSourcesScreen } from './live-sources.tsx'
import { LIVE_SOURCE } from './testing/live-source.ts'

test('the width of a column is set by the keyboard, fits its content, and stays on the device (day.md §3)', async () => {
  const desk = await testDesk(
    { 'sources.live': [LIVE_SOURCE], 'today.views': { today: 4, projects: 8, live_sources: 1 } },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
  const page = await draw(desk, <LiveSourcesScreen />)
  const edge = screen.getByRole('separator', { name: 'Width of Survey', exact: true })
  await expect.element(edge).toBeInTheDocument()
  const widthOf = () => edge.element().parentElement!.getBoundingClientRect().width
  const before = Math.round(widthOf())
  screen.getByRole('columnheader', { name: 'Survey' }).getByRole('button').element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(edge).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(before + 16))
  expect(Math.round(widthOf())).toBe(before + 16)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => Math.round(widthOf())).toBeLessThan(before)
  const fitted = Math.round(widthOf())
  await page.unmount()

  await draw(desk, <LiveSourcesScreen />)
  await expect.element(edge).toBeInTheDocument()
  expect(Math.round(widthOf())).toBe(fitted)
})
