import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Desk } from '../e2e/desk/desk.ts'
import { defenderTraffic } from '../e2e/desk/defender-traffic.ts'
import { expect, test } from './picture-fixture.ts'

const MARKS = { kind: 'either', until: null, take: 'all' } as const

async function signedIn(desk: Desk, name: string) {
  const accountId = await desk.maker.account({
    name,
    type: 'DEFENDER',
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  await defenderTraffic(desk, accountId)
  const { username } = await desk.maker.user({
    accountId,
    roleId: 1,
    advancedView: true,
    firstname: 'Shreya',
    lastname: 'Rao',
  })
  return { accountId, username, token: await desk.signIn(username, TEST_PASSWORD) }
}

test('Defender: where entrants end, one respondent, activity and the block list', async ({ desk, visit, picture }) => {
  const { username, token } = await signedIn(desk, 'Shield East')
  const overview = await visit(username, '/defender/terminationoverview', { token })
  await overview.getByRole('button', { name: 'Duplicate fingerprint' }).click()
  await expect(overview.getByRole('table', { name: /^Respondents/ }).getByRole('rowheader')).not.toHaveCount(0)
  await picture(overview, 'defender')

  const search = await visit(username, '/defender/search?text=c0ffee-farm-01', { token })
  await expect(search.getByRole('link', { name: 'Search for fingerprint c0ffee-farm-01' })).toBeVisible()
  await picture(search, 'defender-search')

  const body = { ...MARKS, list: 'block', text: 'c0ffee-farm-01\n203.0.113.7', note: 'Farm of 20 November' }
  expect((await desk.call('POST', '/v1/defender/marks', { token, body })).status).toBe(200)
  const activity = await visit(username, '/defender/activity', { token })
  await expect(activity.getByRole('table', { name: /^Block list/ }).getByRole('rowheader')).toHaveCount(2)
  await picture(activity, 'defender-activity')
})

test('Defender’s data, taken out as files', async ({ desk, visit, picture }) => {
  const { username, token, accountId } = await signedIn(desk, 'Shield West')
  const superToken = await desk.tokenOf('super@desk.example')
  const body = { access_research_defender_export: true }
  expect((await desk.call('PUT', `/v1/dashboards/${accountId}`, { token: superToken, body })).status).toBe(200)
  const page = await visit(username, '/defender/export-data', { token })
  await expect(page.getByRole('table', { name: /^First lines/ }).getByRole('link')).toHaveCount(20)
  await picture(page, 'defender-export')
})

test('the block list of a DESK account', async ({ desk, visit, picture }) => {
  const token = await desk.tokenOf('admin@acme.example')
  const body = { ...MARKS, list: 'block', text: 'c0ffee-farm-01\n203.0.113.7', note: 'Farm of 20 November' }
  expect((await desk.call('POST', '/v1/defender/marks', { token, body })).status).toBe(200)
  const page = await visit('admin@acme.example', '/admin/block-list')
  await expect(page.getByRole('table', { name: /^Block list/ }).getByRole('rowheader')).toHaveCount(2)
  await picture(page, 'block-list')
})
