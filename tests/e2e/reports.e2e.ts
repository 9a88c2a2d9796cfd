import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { readFile } from 'node:fs/promises'
import { expect, test } from './desk/desk-fixture.ts'
import { changeFilter, filterChip } from './desk/filters.ts'

test('a report is downloaded whole as CSV and XLSX, saved as a view that opens again, and mailed (§2.12)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Reported', parentAccountId: DEMO_ACCOUNTS.staff })
  const projectId = await desk.maker.project({ accountId })
  const surveyId = await desk.maker.survey({ accountId, projectId })
  await desk.maker.source({ accountId, projectId, surveyId, name: '=1+1' })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const page = await visit(username, '/reports/quotas', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('rowheader', { name: '=1+1' })).toBeVisible()

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const saved = await csv
  expect(saved.suggestedFilename()).toMatch(/^quotas-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await saved.path(), 'utf8')).split('\r\n')[1]).toMatch(/^"'=1\+1","No quota"/)
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  // PK: the beginning of every workbook
  expect((await readFile(await (await workbook).path())).subarray(0, 2).toString()).toBe('PK')

  // a single choice has no menu of choices before it
  await page.getByRole('button', { name: 'Then by', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Country', exact: true }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('By country')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('link', { name: 'By country' })).toBeVisible()
  await page.keyboard.press('Escape')
  await changeFilter(page, 'Then by', 'Survey')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'By country' }).click()
  await expect(page).toHaveURL(/and=country/)
  await expect(filterChip(page, 'Then by')).toHaveText(/Country$/)

  await page.getByRole('button', { name: 'Schedules' }).click()
  await page.getByRole('combobox', { name: 'File' }).selectOption('XLSX')
  await page.getByRole('combobox', { name: 'Every' }).selectOption('Day')
  await page.getByRole('button', { name: 'Mail it to me' }).click()
  await expect(page.getByText('Quota progress, XLSX every day at 08:00.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause Quota progress' }).click()
  await expect(page.getByRole('button', { name: 'Resume Quota progress' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Quota progress' }).click()
  await expect(page.getByText('No emailed reports yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Resume Quota progress' })).toBeVisible()
})
