import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { addFilter, changeFilter, filterChip } from './desk/filters.ts'
import { atHash } from './desk/hash.ts'

test('Back undoes one filter at a time and never leaves the desk for it (look.md 16)', async ({ visit }) => {
  const page = await visit('admin@acme.example', '/suppliers')
  await expect(page.getByRole('heading', { name: 'Suppliers', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await addFilter(page, 'Status', 'Paused')
  await expect(page).toHaveURL(atHash('/projects?status=2'))
  await changeFilter(page, 'Status', 'Live')
  await expect(page).toHaveURL(atHash('/projects?status=1'))
  await page.goBack()
  await expect(page).toHaveURL(atHash('/projects?status=2'))
  await expect(filterChip(page, 'Status')).toHaveText('Status: Paused')
  await page.goBack()
  await expect(page).toHaveURL(atHash('/projects'))
  await page.goBack()
  await expect(page).toHaveURL(atHash('/suppliers'))
})

test('every figure of the strip follows the filters, as the server adds it up (look.md 1)', async ({ desk, visit }) => {
  const accountId = await desk.maker.account({ name: 'Strip Ltd', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, advancedView: true })
  const live = await desk.newStudy(accountId, 'Strip live', { sources: ['North panel'] })
  await desk.newStudy(accountId, 'Strip paused', { status: 'paused' })
  await desk.respondents(live.sources['North panel']!, 'strip', ['1000', '1000'])
  const page = await visit(username, '/projects?status=1', { token: await desk.signIn(username, TEST_PASSWORD) })
  const ofFound = page.getByLabel('The figures of the projects found').getByRole('definition')
  const ofAll = page.getByLabel('The account’s figures').getByRole('definition')
  await expect(ofFound).toHaveText([
    '1 source',
    '1 survey · 1 project',
    '2',
    'none before',
    '2',
    'of 2 entrants, 100%',
    '100%',
    'of the projects found',
    '$12.00',
    '$5.00 expense · $7.00 margin',
    'Other (no consultant)',
    '2 completes · 1 project',
  ])
  await changeFilter(page, 'Status', 'Paused')
  await expect(ofFound).toHaveText([
    '0 sources',
    '0 surveys · 0 projects',
    '0',
    'none before',
    '0',
    'of 0 entrants',
    '-',
    'of the projects found',
    '$0.00',
    '$0.00 expense · $0.00 margin',
    'Other (no consultant)',
    '0 completes · 1 project',
  ])
  await page.getByRole('button', { name: 'Clear Status' }).click()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await expect(ofFound).toHaveCount(0)
  await expect(ofAll.filter({ hasText: '1 survey · 1 project' })).toBeVisible()
})
