import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { zoneText } from '@desk/web/ui/format/offsets'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { holdCalls, type HeldCalls } from './desk/hold-calls.ts'
import { openList } from './desk/open-list.ts'

const sidebarOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Sidebar' })
const width = async (element: Locator): Promise<number | undefined> => (await element.boundingBox())?.width
/** The users’ zone as it is named now, in summer and in winter. */
const newYork = (): string => zoneText('America/New_York', Date.now())
const openDrawer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /open the user menu/ }).click()
  const drawer = page.getByRole('dialog')
  // it has opened once it has the focus
  await expect(drawer).toBeFocused()
  return drawer
}

test('the sidebar is 260 px wide, 80 px when toggled or below 1280 px, within 0.1 s; the top bar is 58 px high, the page at most 1650 px wide, the footer below it (§2.34, §2.35, §4.12, §9.9)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/projects')
  const sidebar = sidebarOf(page)
  await expect(sidebar).toBeVisible()
  expect(await sidebar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 260, height: 900 })
  expect(await sidebar.evaluate(element => getComputedStyle(element).transitionDuration)).toBe('0.1s')
  expect(await page.getByRole('banner').boundingBox()).toEqual({ x: 260, y: 0, width: 1180, height: 58 })

  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect.poll(() => width(sidebar)).toBe(80)
  await page.getByRole('button', { name: 'Open the sidebar' }).click()
  await expect.poll(() => width(sidebar)).toBe(260)
  for (const [viewport, expected] of [
    [1279, 80],
    [1280, 260],
    [1024, 80],
    [2400, 260],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 900 })
    await expect.poll(() => width(sidebar)).toBe(expected)
  }
  expect(await width(page.getByRole('main'))).toBe(1650)
  const [main, footer] = [await page.getByRole('main').boundingBox(), await page.getByRole('contentinfo').boundingBox()]
  expect(footer?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
})

test('the sidebar shows labels as tooltips when collapsed, marks the item of the path, and its logo leads to / (§2.34)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Marked study')
  const page = await visit('admin@acme.example', study.surveyListPath)
  const item = sidebarOf(page).getByRole('link', { name: 'Projects' })
  await expect(item).toHaveAttribute('aria-current', 'page')
  await item.hover()
  await expect(page.getByRole('heading', { name: 'Marked study' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await item.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Projects')
  await sidebarOf(page).getByRole('button', { name: 'Ana Silva' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Ana Silva')
  await page.getByRole('button', { name: 'Open the sidebar' }).click()
  await item.hover()
  await expect(page.getByRole('tooltip')).toHaveCount(0)

  await goToHash(page, '/nowhere')
  await expect(item).not.toHaveAttribute('aria-current')
  await sidebarOf(page).getByRole('link', { name: 'Sample Desk, start page' }).click()
  await expect(page).toHaveURL(atHash('/projects'))
})

/** An installation with every link that can be configured. */
const CONFIGURED = {
  provider: {
    name: 'Sampling Inc.',
    url: 'https://provider.example/',
    privacyPolicyUrl: 'https://provider.example/privacy',
  },
  links: {
    redirectGuide: 'https://help.example/redirects',
    dataCleaning: 'https://forms.example/cleaning?source=desk',
    reference: { DESK: 'https://docs.example/desk', DEFENDER: 'https://docs.example/defender' },
    contactSupport: { DESK: 'https://forms.example/desk', DEFENDER: 'https://forms.example/defender' },
  },
}
const linksIn = (place: Locator): Promise<(string | null)[][]> =>
  place
    .getByRole('link')
    .evaluateAll(links =>
      links.map(link => [(link.textContent ?? '').trim(), link.getAttribute('href'), link.getAttribute('target')]),
    )

const DESK_PAGES = [
  ['Projects', '/#/projects', null],
  ['Suppliers', '/#/suppliers', null],
  ['Qualifications', '/#/qualifications', null],
  ['Reports', '/#/reports', null],
  ['Defender Metrics', '/#/defender/metrics', null],
]

test('the menus of a DESK account show what works, and outside links in a new tab once they are configured (§1.8, §2.38)', async ({
  visit,
}) => {
  const bare = await visit('user@acme.example', '/projects')
  await expect(sidebarOf(bare).getByRole('navigation')).toHaveCount(2)
  expect(await linksIn(sidebarOf(bare).getByRole('navigation', { name: 'Main' }))).toEqual(DESK_PAGES)
  expect(await linksIn(sidebarOf(bare).getByRole('navigation', { name: 'More pages' }))).toEqual([
    ['Alerts', '/#/alerts', null],
    ['Assistant', '/#/assistant', null],
    ['Statements', '/#/statements', null],
  ])
  await expect(bare.getByRole('contentinfo')).toHaveText('Powered by Sample Desk')
  await expect(bare.getByRole('contentinfo').getByRole('link')).toHaveCount(0)

  const page = await visit('admin@acme.example', '/projects', {
    prepare: page => page.route('**/client-config.json', route => route.fulfill({ json: CONFIGURED })),
  })
  const [top, bottom] = [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('navigation', { name: 'Help and administration' }),
  ]
  await expect(bottom).toBeVisible()
  expect(await linksIn(top)).toEqual([
    ...DESK_PAGES,
    ['Data Cleaning', `https://forms.example/cleaning?source=desk&account=${DEMO_ACCOUNTS.acme}`, '_blank'],
  ])
  expect(await linksIn(bottom)).toEqual([
    ['Redirect Guide', 'https://help.example/redirects', '_blank'],
    ['Reference', 'https://docs.example/desk', '_blank'],
    ['Contact Support', 'https://forms.example/desk', '_blank'],
    ['Administration', '/#/admin', null],
  ])
  // the longest menu fits the usual window
  expect(await sidebarOf(page).evaluate(sidebar => sidebar.scrollHeight <= sidebar.clientHeight)).toBe(true)
  await expect(page.getByRole('contentinfo')).toHaveText(/^Powered by Sampling Inc\.\s*Privacy Policy$/)
  expect(await linksIn(page.getByRole('contentinfo'))).toEqual([
    ['Sampling Inc.', 'https://provider.example/', '_blank'],
    ['Privacy Policy', 'https://provider.example/privacy', '_blank'],
  ])
})

test('the menus of a DEFENDER account are others, without the Redirect Guide, and / leads to its first page (§1.6, §2.9, §2.37, §2.38)', async ({
  visit,
}) => {
  const page = await visit('admin@shield.example', '/', {
    prepare: page => page.route('**/client-config.json', route => route.fulfill({ json: CONFIGURED })),
  })
  const bottom = page.getByRole('navigation', { name: 'Help and administration' })
  await expect(bottom).toBeVisible()
  expect(await linksIn(bottom)).toEqual([
    ['Reference', 'https://docs.example/defender', '_blank'],
    ['Contact Support', 'https://forms.example/defender', '_blank'],
    ['Administration', '/#/admin', null],
  ])
  expect((await linksIn(page.getByRole('navigation', { name: 'Main' }))).slice(0, 3)).toEqual([
    ['Termination Overview', '/#/defender/terminationoverview', null],
    ['SEARCH', '/#/defender/search', null],
    ['ACTIVITY', '/#/defender/activity', null],
  ])
  await expect(page).toHaveURL(atHash('/defender/terminationoverview'))
  await expect(sidebarOf(page).getByRole('link').first()).toHaveText('Sampling Inc. Defender')
  await sidebarOf(page).getByRole('button', { name: 'Shreya Rao' }).click()
  await expect(page.getByRole('dialog', { name: 'Shreya Rao' })).toBeVisible()
})

test('the avatar and the user entry open a drawer of 350 px at the right with name, account, zone and Logout; who has one account is not asked to switch (§2.38, §2.39, §6.5, §9.9)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/projects')
  await expect(page.getByRole('button', { name: /open the user menu/ })).toHaveText('AS')
  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('heading')).toHaveText('Ana Silva')
  await expect.poll(() => drawer.boundingBox()).toEqual({ x: 1090, y: 0, width: 350, height: 900 })
  await expect(drawer.getByText('Acme Research')).toBeVisible()
  await expect(drawer.getByText('admin@acme.example')).toBeVisible()
  await expect(drawer.getByRole('combobox', { name: 'Timezone' })).toHaveValue(newYork())
  await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(drawer.getByRole('combobox', { name: 'Switch Account' })).toHaveCount(0)
  await expect(drawer.getByRole('contentinfo')).toHaveText('Powered by Sample Desk')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('button', { name: /open the user menu/ })).toBeFocused()
  await sidebarOf(page).getByRole('button', { name: 'Ana Silva' }).click()
  await expect(drawer).toBeVisible()

  const ofSuper = await openDrawer(await visit('super@desk.example', '/projects'))
  await openList(ofSuper.getByRole('button', { name: 'Show suggestions Switch Account' }))
  await expect(ofSuper.page().getByRole('listbox').getByRole('option')).toContainText([
    'Acme Research',
    'Beta Insights',
    'Sample Desk',
    'Shield Quality',
  ])
})

test("the top bar has the account's logo, a placeholder while it loads, and the account's name where there is none (§2.39)", async ({
  desk,
  visit,
}) => {
  const logo =
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI4MCIgaGVpZ2h0PSIzMCIvPg=='
  const accountId = await desk.maker.account({ name: 'Logo Ltd', logo })
  const { username } = await desk.maker.user({ accountId })
  let logos: HeldCalls | undefined
  const page = await visit(username, '/projects', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: async page => {
      logos = await holdCalls(page, '**/logo')
    },
  })
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('status')).toHaveText("Loading the account's logo")
  logos?.release()
  await expect(bar.getByRole('img', { name: 'Logo Ltd' })).toHaveAttribute('src', logo)
  await expect(bar.getByRole('status')).toHaveCount(0)

  const unnamed = await visit('admin@beta.example', '/projects')
  await expect(unnamed.getByRole('banner').getByText('Beta Insights')).toBeVisible()
})

test('a time zone chosen in the drawer is sent as a number with the original user and the password emptied, holds after a reload, and hours and labels follow it (§2.39, §5.31, §7.20)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Zoned study')
  const { userId, username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const { user_time_zone: _zone, ...original } = (await desk.call('GET', '/v1/user-login-details', { token }))
    .body as Record<string, unknown>
  const page = await visit(username, study.sourceTablePath, { token })
  const chart = page.getByRole('region', { name: 'Completes of the survey' })
  await expect(page.getByText(`${newYork()} · USD`)).toBeVisible()
  await expect(chart.getByText(newYork())).toBeVisible()

  const drawer = await openDrawer(page)
  await drawer.getByRole('combobox', { name: 'Timezone' }).fill('Kolkata')
  const saved = page.waitForRequest(request => request.method() === 'PUT')
  await page.getByRole('option', { name: /Kolkata/ }).click()
  const request = await saved
  const { password, user_time_zone, ...others } = request.postDataJSON()
  expect([new URL(request.url()).pathname, password, typeof user_time_zone]).toEqual([
    `/v1/users/${userId}`,
    '',
    'number',
  ])
  expect(others).toEqual(original)
  await page.keyboard.press('Escape')

  const hoursAfter = async () => {
    await expect(page.getByText('Asia/Kolkata (UTC+05:30) · USD')).toBeVisible()
    await expect(chart.getByText('Asia/Kolkata (UTC+05:30)')).toBeVisible()
    await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', /, \d\d:30–\d\d:30: 0 live, 0 test$/)
    await expect(page.getByRole('definition').filter({ hasText: '(UTC+05:30)' })).toBeVisible()
  }
  await hoursAfter()
  await page.reload()
  await hoursAfter()
})

test('a time zone that is not saved shows the error toast for 5000 ms and keeps the old zone (§8.2, §8.11, §8.14, §9.1)', async ({
  visit,
}) => {
  let saving: HeldCalls | undefined
  const page = await visit('admin@acme.example', '/projects', {
    prepare: async page => {
      await page.clock.install()
      await page.route('**/v1/users/*', route => route.fulfill({ status: 500, json: { message: 'Broken.' } }))
      saving = await holdCalls(page, '**/v1/users/*', 'PUT')
    },
  })
  const drawer = await openDrawer(page)
  const zone = drawer.getByRole('combobox', { name: 'Timezone' })
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await expect.poll(() => saving?.count()).toBe(1)
  await page.clock.pauseAt(Date.now() + 60_000)
  saving?.release()

  const toast = page.getByRole('listitem').filter({ hasText: 'Encountered an error. Please try again later.' })
  let shownForMs = 0
  const pass = async (ms: number): Promise<void> => {
    await page.clock.runFor(ms)
    shownForMs += ms
  }
  await expect(async () => {
    await pass(10)
    await expect(toast).toBeVisible({ timeout: 100 })
  }).toPass()
  expect(await toast.evaluate(element => getComputedStyle(element).backgroundColor)).toBe('rgb(163, 22, 33)')
  await pass(4_900 - shownForMs)
  await expect(toast).toBeVisible()
  await page.clock.runFor(600)
  await expect(toast).toHaveCount(0)
  await expect(zone).toHaveValue(newYork())
})

test('text typed into a combo box replaces the chosen option, by keyboard and by mouse (look.md)', async ({
  visit,
}) => {
  const page = await visit('admin@acme.example', '/projects')
  const drawer = await openDrawer(page)
  const zone = drawer.getByRole('combobox', { name: 'Timezone' })
  await zone.click()
  await page.keyboard.type('Kolk')
  await expect(zone).toHaveValue('Kolk')
  await page.keyboard.press('Escape')
  await expect(zone).toHaveValue(newYork())
  await page.keyboard.press('Tab')
  await expect(zone).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Toky')
  await expect(zone).toHaveValue('Toky')
})
