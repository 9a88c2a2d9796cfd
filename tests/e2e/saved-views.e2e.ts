import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'

test('columns are chosen by preset and by hand, saved as a view, and open as the default (day.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Viewed study')
  const page = await visit('user@acme.example', study.sourceTablePath)
  const heads = page.getByRole('grid', { name: 'Sources' }).getByRole('columnheader')
  await expect(page.getByRole('grid', { name: 'Sources' }).getByRole('rowheader')).toHaveCount(3)
  await page.getByRole('button', { name: 'View: Field' }).click()
  await page.getByRole('menuitem', { name: 'Quality' }).click()
  await expect(heads).toHaveText(['Source', 'Entrants', 'Completes', 'IR', 'Conversion', 'LOI (min)', 'Status'])
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByRole('button', { name: 'Move IR up' }).click()
  await panel.getByText('Entrants', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('Save this view as').fill('Mine')
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views).toBeHidden()
  const mine = ['Source', 'IR', 'Completes', 'Conversion', 'LOI (min)', 'Status']
  await expect(heads).toHaveText(mine)

  await goToHash(page, study.sourceTablePath)
  await expect(heads).toContainText(['Source', 'Entrants', 'Completes'])
  await page.getByRole('button', { name: 'View: Field' }).click()
  await page.getByRole('menuitem', { name: 'Save or manage views' }).click()
  await views.getByText('Default', { exact: true }).click()
  await expect(views.getByRole('checkbox', { name: 'Default: Mine' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'View: Mine' })).toBeVisible()
  await goToHash(page, '/projects')
  await goToHash(page, study.sourceTablePath)
  await expect(heads).toHaveText(mine)
  // other tests open the lists of this user without one
  await page.getByRole('button', { name: 'View: Mine' }).click()
  await page.getByRole('menuitem', { name: 'Save or manage views' }).click()
  await views.getByRole('button', { name: 'Delete Mine' }).click()
  await expect(views.getByText('No views of this list yet.')).toBeVisible()
})
