import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { readFile } from 'node:fs/promises'
import { expect, test } from './desk/desk-fixture.ts'

const CSV = '\uFEFFLOI;90;50\n10;2,10;3\n20;;4,5\n'
const DEARER = CSV.replace('2,10', '2,20')
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a rate card is uploaded, quoted, replaced, compared and taken home as the same file (§2.25, §7.29, api:C2, api:C3, api:C4)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Pricing', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 1 })
  const page = await visit(username, '/admin/rate-card-templates', {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  await expect(page.getByRole('heading', { name: 'No rate cards yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New rate card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('General population')
  const chooser = dialog.getByLabel('File of the rate card')
  await chooser.setInputFiles(fileOf('card.csv', '%PDF-1.7'))
  await expect(dialog.getByText('This is a PDF. Upload the rate card as CSV, TXT or XLSX.')).toBeVisible()
  await chooser.setInputFiles(fileOf('card.csv', CSV))
  await expect(dialog.getByText('2 × 2 prices, no faults.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('rowheader', { name: 'General population' })).toBeVisible()
  await expect(page.getByText(/^A complete:/)).toContainText('$3.00')

  await page.getByRole('link', { name: 'General population' }).click()
  await page.getByRole('button', { name: 'New version' }).click()
  await chooser.setInputFiles(fileOf('card 2.csv', DEARER))
  await expect(dialog.getByText('2 × 2 prices, no faults.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('1 price differs from version 1: its price is struck out.')).toBeVisible()
  await expect(page.getByRole('cell', { name: /2\.10.*2\.20/ })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await saved
  expect([download.suggestedFilename(), await readFile(await download.path(), 'utf8')]).toEqual([
    'General population v2.csv',
    DEARER,
  ])
})
