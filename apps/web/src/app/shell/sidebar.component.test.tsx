import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { Sidebar } from './sidebar.tsx'

const { innerWidth: width, innerHeight: height } = window
afterEach(() => page.viewport(width, height))

const drawSidebar = async () => {
  const desk = await testDesk({}, { path: '/projects' })
  const drawn = await draw(
    desk,
    <div style={{ display: 'flex' }}>
      <Sidebar onOpenUserMenu={() => undefined} />
      <p style={{ flex: 1 }}>The page</p>
    </div>,
  )
  const shown = () => {
    const { left, width: wide } = drawn.getByText('The page').element().getBoundingClientRect()
    return [left, wide]
  }
  return { desk, drawn, shown }
}

test('an open sidebar of a phone lies over the page, which keeps its width, and closes when a page is opened (§2.34, look.md 12)', async () => {
  await page.viewport(390, 844)
  const { desk, drawn, shown } = await drawSidebar()
  await drawn.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect.poll(shown).toEqual([48, 342])
  await drawn.getByRole('button', { name: 'Open the sidebar' }).click()
  await expect.poll(() => drawn.getByRole('complementary').element().getBoundingClientRect().width).toBe(260)
  expect(shown()).toEqual([48, 342])
  await drawn.getByRole('link', { name: 'Suppliers' }).click()
  await expect.element(drawn.getByRole('button', { name: 'Open the sidebar' })).toBeVisible()
  expect(desk.history.location.pathname).toBe('/suppliers')
})

test('a sidebar that is open beside the page stays open when a page is opened (§2.34)', async () => {
  await page.viewport(1440, 900)
  const { desk, drawn, shown } = await drawSidebar()
  await expect.poll(() => shown()[0]).toBe(260)
  await drawn.getByRole('link', { name: 'Suppliers' }).click()
  await expect.poll(() => desk.history.location.pathname).toBe('/suppliers')
  await expect.element(drawn.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible()
})
