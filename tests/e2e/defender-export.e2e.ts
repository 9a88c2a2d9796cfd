import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { defenderTraffic } from './desk/defender-traffic.ts'
import { expect, test } from './desk/desk-fixture.ts'

async function saved(page: Page, format: 'CSV' | 'JSONL' | 'XLSX') {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${format}` }).click(),
  ])
  await expect(page.getByRole('button', { name: `Download ${format}` })).toBeVisible()
  expect(download.suggestedFilename()).toMatch(new RegExp(`^defender-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`))
  return readFile(await download.path())
}

test('an admin of a DEFENDER account narrows the export to a country, and the saved files have the lines that the screen counts (§2.28)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: 'Shield North',
    type: 'DEFENDER',
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  await defenderTraffic(desk, accountId)
  const token = await desk.tokenOf('super@desk.example')
  const body = { access_research_defender_export: true }
  expect((await desk.call('PUT', `/v1/dashboards/${accountId}`, { token, body })).status).toBe(200)
  const { username } = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
  const page = await visit(username, '/defender/export-data?country=CA', {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  // every ninth of 120
  await expect(page.getByRole('heading', { name: 'All 14 lines' })).toBeVisible()
  const rids = await page
    .getByRole('table', { name: /^First lines/ })
    .getByRole('link')
    .allTextContents()
  const csv = (await saved(page, 'CSV')).toString().trimEnd().split('\r\n')
  const jsonl = (await saved(page, 'JSONL')).toString().trimEnd().split('\n')
  // a workbook is a zip, which ends with its directory
  const workbook = await saved(page, 'XLSX')
  expect([
    csv.slice(1).map(line => rids.find(rid => line.includes(`"${rid}"`))),
    jsonl.map(line => (JSON.parse(line) as { readonly rid: string }).rid),
    workbook.subarray(0, 2).toString(),
    workbook.includes('PK\x05\x06'),
  ]).toEqual([rids, rids, 'PK', true])
})
