import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { addFilter, changeFilter, filterChip } from './desk/filters.ts'
import { atHash, goToHash } from './desk/hash.ts'
import { changeStatus } from './desk/status-steps.ts'

const projects = (page: Page): Locator => page.getByRole('grid', { name: 'Projects' }).getByRole('rowheader')
const cellsOf = (page: Page, row: RegExp): Locator => page.getByRole('row', { name: row }).getByRole('gridcell')

test("filters are in the URL and go to the platform by their names; 'all' never does (§3.30, §3.26, §2.10)", async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Filter Ltd', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const mila = await desk.maker.user({ accountId, firstname: 'Mila', lastname: 'Novak', isConsultant: true })
  const omar = await desk.maker.user({ accountId, firstname: 'Omar', lastname: 'Haddad', isConsultant: true })
  const west = await desk.maker.businessUnit({ accountId, name: 'West' })
  const east = await desk.maker.businessUnit({ accountId, name: 'East' })
  await desk.maker.businessUnit({ accountId, name: 'Abandoned', statusId: 2 })
  await desk.newStudy(accountId, 'Live west', { consultantUserId: mila.userId, businessUnitId: west })
  await desk.newStudy(accountId, 'Paused west', {
    consultantUserId: omar.userId,
    businessUnitId: west,
    status: 'paused',
  })
  await desk.newStudy(accountId, 'Live east', { consultantUserId: omar.userId, businessUnitId: east })

  const asked: string[] = []
  const page = await visit(username, '/projects?status=all&consultant=all&business_unit_ud=all', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: async page =>
      void page.on('request', request => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname === '/v1/projects')
          asked.push(['status', 'consultant', 'business_unit_ud'].map(name => searchParams.get(name) ?? '-').join(' '))
      }),
  })
  await expect(projects(page)).toHaveText([/Live east/, /Live west/, /Paused west/, 'Total'])
  expect([...new Set(asked.splice(0))]).toEqual(['- - -'])

  const optionsOf = async (label: string): Promise<string[]> => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
    await expect(page.getByRole('menu', { name: label })).toBeVisible()
    const options = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    return options
  }
  expect(await optionsOf('Status')).toEqual(['Live', 'Paused', 'Draft', 'Complete', 'Cancelled', 'Auto-paused'])
  expect(await optionsOf('Business unit')).toEqual(['East', 'West'])
  expect((await optionsOf('Project manager')).slice(0, 2)).toEqual(['Mila Novak', 'Omar Haddad'])

  await goToHash(page, '/projects')
  await addFilter(page, 'Status', 'Paused')
  await expect(projects(page)).toHaveText([/Paused west/, 'Total of the results'])
  await expect(page).toHaveURL(atHash('/projects?status=2'))
  await changeFilter(page, 'Status', 'All statuses')
  await expect(projects(page)).toHaveText([/Live east/, /Live west/, /Paused west/, 'Total'])
  await expect(page).toHaveURL(atHash('/projects'))
  await addFilter(page, 'Project manager', 'Omar Haddad')
  await addFilter(page, 'Business unit', 'West')
  await expect(projects(page)).toHaveText([/Paused west/, 'Total of the results'])
  await expect(page).toHaveURL(atHash(`/projects?consultant=${omar.userId}&business_unit_ud=${west}`))
  expect(asked).toEqual(expect.arrayContaining([`2 - -`, `- ${omar.userId} -`, `- ${omar.userId} ${west}`]))
  expect(asked.filter(query => query.includes('all'))).toEqual([])

  await page.reload()
  await expect(projects(page)).toHaveText([/Paused west/, 'Total of the results'])
  await expect(filterChip(page, 'Project manager')).toHaveText('Project manager: Omar Haddad')
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Draft' }).click()
  await expect(page.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(projects(page)).toHaveText([/Live east/, /Live west/, /Paused west/, 'Total'])
  await expect(page).toHaveURL(atHash('/projects'))
})

test('rows that were asked for with another filter never show under the chosen one (§3.30)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Late Ltd', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  await desk.newStudy(accountId, 'Live study')
  let letGo = () => {}
  const late = new Promise<void>(resolve => {
    letGo = resolve
  })
  let answers = 0
  const page = await visit(username, '/projects', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: page =>
      page.route(/\/v1\/projects\?(?!status)/, async route => {
        answers += 1
        // the table reads once for itself, and again after a push: that second answer comes late
        if (answers === 2) await late
        await route.continue()
      }),
  })
  await expect(projects(page)).toHaveText([/Live study/, 'Total'])
  await expect.poll(() => answers).toBe(2)
  await addFilter(page, 'Status', 'Draft')
  const nothing = page.getByRole('heading', { name: 'No Records Found.' })
  await expect(nothing).toBeVisible()
  const figures = page.waitForResponse(
    answer => answer.url().includes('/v1/metrics/projects') && answer.request().method() === 'POST',
  )
  letGo()
  await (await figures).finished()
  await page.evaluate(() => new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await expect(nothing).toBeVisible()
})

test('an account without projects learns their use, and a user of more accounts where the others are', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Empty Ltd', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await expect(page.getByText('Switch Account')).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Status', 'Project manager'])
  const ofSeveral = await visit('staff@desk.example', '/projects')
  await expect(
    ofSeveral.getByText('Other accounts have their own: choose one under Switch Account in the user menu.'),
  ).toBeVisible()
})

test('figures and statuses of projects and surveys move by themselves, from the list down to the sources and back, and totals are of what the filters find (§2.10, §2.18, §2.17, §3.30)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Moving Ltd', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 2 })
  const other = await desk.maker.user({ accountId })
  const study = await desk.newStudy(accountId, 'Moving study')
  await desk.newStudy(accountId, 'Still study')
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('moving')
  await expect(projects(page)).toHaveText([/Moving study/, 'Total'])
  await expect(page).toHaveURL(atHash('/projects?q=moving'))

  const figures = async (row: RegExp, entrants: string, completes: string, ir: string) => {
    const cells = cellsOf(page, row)
    await expect(cells.nth(-5)).toHaveText(entrants)
    await expect(cells.nth(-4)).toHaveText(completes)
    await expect(cells.nth(-3)).toHaveText(ir)
  }
  await figures(/Moving study/, '0', '0/ 200', '-')
  await desk.respondents(study.sources['North panel']!, 'moving', ['1000', '2000'])
  await figures(/Moving study/, '2', '1/ 200', '50%')

  await page.getByRole('link', { name: 'Moving study' }).click()
  await expect(page).toHaveURL(atHash(study.surveyListPath))
  await figures(/Moving study survey/, '2', '1/ 200', '50%')
  await desk.respondents(study.sources['South panel']!, 'moving-on', ['1000', '1000'])
  await figures(/Moving study survey/, '4', '3/ 200', '75%')
  await figures(/^Total/, '4', '3', '75%')

  await page.getByRole('link', { name: 'Moving study survey', exact: true }).click()
  await expect(page).toHaveURL(atHash(study.sourceTablePath))
  await expect(page.getByRole('row', { name: /North panel/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByRole('row', { name: /Moving study/ })).toContainText('Live')
  await figures(/^Total/, '4', '3', '75%')
  const token = await desk.signIn(other.username, TEST_PASSWORD)
  await changeStatus(desk, token, 'project', study.projectId, STATUS_CODES.paused)
  await expect(page.getByRole('row', { name: /Moving study/ })).toContainText('Paused')
  await expect(page.getByRole('row', { name: /Still study/ })).toContainText('Live')

  // the totals are of what the filters find
  await addFilter(page, 'Status', 'Live')
  await expect(projects(page)).toHaveText([/Still study/, 'Total of the results'])
  await figures(/Total of the results/, '0', '0', '')
  await changeFilter(page, 'Status', 'Paused')
  await expect(projects(page)).toHaveText([/Moving study/, 'Total of the results'])
  await figures(/Total of the results/, '4', '3', '75%')
})
