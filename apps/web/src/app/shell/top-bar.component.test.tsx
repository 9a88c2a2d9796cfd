import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ADMIN } from '#features/admin/users/testing/users-desk.ts'
import { AdminNav } from '#app/admin-nav.tsx'
import { TopBar } from './top-bar.tsx'

const { innerWidth: width, innerHeight: height } = window
afterEach(() => page.viewport(width, height))

const WIDE_LOGO =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="34"><rect width="400" height="34"/></svg>'

test('a wide logo leaves bell, palette and user menu on its line of a telephone (§2.39)', async () => {
  await page.viewport(390, 844)
  const desk = await testDesk({ 'accounts.logo': { data: WIDE_LOGO } })
  const drawn = await draw(desk, <TopBar onOpenUserMenu={() => undefined} onOpenPalette={() => undefined} />)
  const logo = drawn.getByRole('img', { name: SAMPLE_USER.dashboard_name })
  await expect.poll(() => logo.element().getBoundingClientRect().height).toBe(34)
  const middle = (element: Element): number => {
    const { top, height: high } = element.getBoundingClientRect()
    return Math.round(top + high / 2)
  }
  const menu = drawn.getByRole('button', { name: /open the user menu$/ }).element()
  expect(middle(menu)).toBe(middle(logo.element()))
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})

test('the present page of Administration is in sight, also when the telephone is turned (§2.25)', async () => {
  await page.viewport(1440, 900)
  const drawn = await draw(await testDesk({}, { user: ADMIN, path: '/admin/audit-log' }), <AdminNav />)
  const link = drawn.getByRole('link', { name: 'Audit log' })
  await expect.element(link).toBeInViewport()
  await page.viewport(390, 844)
  await expect.poll(() => Math.floor(link.element().getBoundingClientRect().right)).toBeLessThanOrEqual(390)
})
