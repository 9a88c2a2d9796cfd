import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { beforeEach, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type TestDesk } from '#runtime/testing/test-desk.ts'
import { LiveSourcesScreen } from './live-sources.tsx'
import { LIVE_SOURCE } from './testing/live-source.ts'

let desk: TestDesk
const edge = screen.getByRole('separator', { name: 'Width of Survey', exact: true })
const widthOf = () => Math.round(edge.element().parentElement!.getBoundingClientRect().width)

beforeEach(async () => {
  desk = await testDesk(
    { 'sources.live': [LIVE_SOURCE], 'today.views': { today: 4, projects: 8, live_sources: 1 } },
    { user: SAMPLE_USER, path: '/projects?view=live' },
  )
})

async function shown() {
  const page = await draw(desk, <LiveSourcesScreen />)
  await expect.element(edge).toBeInTheDocument()
  return page
}

/** Moves the edge with a pointer that is down. */
function drag(byPx: number) {
  const target = edge.element()
  const fromX = target.getBoundingClientRect().x
  const move = (type: string, clientX: number) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, clientX, clientY: 10 }),
    )
  // no pointer of the device has this id, so that none can be captured
  target.setPointerCapture = () => undefined
  move('pointerdown', fromX)
  move('pointermove', fromX + byPx / 2)
  move('pointermove', fromX + byPx)
  move('pointerup', fromX + byPx)
}

test('the width of a column is set by the keyboard, fits its content, and stays on the device (day.md §3)', async () => {
  const page = await shown()
  const before = widthOf()
  screen.getByRole('columnheader', { name: 'Survey' }).getByRole('button').element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(edge).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(before + 16))
  expect(widthOf()).toBe(before + 16)
  await userEvent.keyboard('{Enter}')
  await expect.poll(widthOf).toBeLessThan(before)
  const fitted = widthOf()
  await page.unmount()

  await shown()
  expect(widthOf()).toBe(fitted)
})

test('a drag of its edge sets the width, and a double click fits it to the content (day.md §3)', async () => {
  await shown()
  const before = widthOf()
  drag(60)
  await expect.poll(widthOf).toBe(before + 60)
  drag(-20)
  await expect.poll(widthOf).toBe(before + 40)
  await edge.dblClick()
  await expect.poll(widthOf).toBeLessThan(before + 40)
})

test('“Reset widths” in the menu of the columns gives every column its own width again (day.md §3)', async () => {
  await shown()
  const before = widthOf()
  drag(60)
  await expect.poll(widthOf).toBe(before + 60)
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('button', { name: 'Reset widths' }).click()
  await expect.poll(widthOf).toBe(before)
})
