import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectNothingFound, OVERLAY_LOOKS } from './desk/axe.ts'
import { confirmIdentity, identityQuestion } from './desk/confirm-identity.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { choose } from './desk/set-up-steps.ts'

const ADMIN = 'advanced@acme.example'
const PANELS = ['North panel', 'South panel'] as const
const NARROW = [OVERLAY_LOOKS[1]]

test.setTimeout(240_000)

const main = (page: Page): Locator => page.getByRole('main')

test('axe finds nothing on suppliers: their list, a form refused, one that is in use, and one that is read alone', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', `Seen ${randomUUID().slice(0, 8)}`, { sources: ['Seen source'] })
  const id = study.sources['Seen source']!.supplierIds[0]!
  const page = await visit('admin@acme.example', `/suppliers?q=${id}`)
  await expect(page.getByRole('grid', { name: 'Suppliers' }).getByRole('rowheader')).toHaveCount(1)
  await expectNothingFound(page, 'suppliers')
  await goToHash(page, '/suppliers/new')
  await choose(page, /Thresholds saved as account default/, '7 Tailored per supplier')
  await page.getByLabel('Complete redirect').fill('http://harbor.example/c?p=[%RID%]')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible()
  await expectNothingFound(page, 'supplier form, refused')
  await goToHash(page, `/suppliers/${id}?tab=settings`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete supplier' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: /is in use$/ })).toBeVisible()
  await expectNothingFound(page, 'supplier in use')
  const reader = await visit('user@acme.example', `/suppliers/${id}`)
  await expect(main(reader).getByRole('heading', { level: 1 })).toBeVisible()
  await expectNothingFound(reader, 'supplier, read alone', NARROW)
})

test('axe finds nothing on qualifications, their options, the paste dialog and the library; on hashed returns and quality questions', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: `Asking ${randomUUID().slice(0, 8)}`,
    parentAccountId: DEMO_ACCOUNTS.staff,
  })
  const { username } = await desk.maker.user({ accountId })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const { body } = await desk.call('POST', '/v2/qualifications', {
    token,
    body: {
      qualifications_name: 'Tea',
      qualification_type_cd: 1,
      qualification_category_cd: 9,
      qualification_class_cd: 2,
      qualification_access_cd: 1,
      precode: 'tea',
      qualification_univeral_name: 'TEA',
      qualification_texts: [{ qualification_texts_name: 'Which do you drink?', languages_id: 37, country_id: 840 }],
    },
  })
  const page = await visit(username, `/qualifications/${body.qualifications_ud}`, { token })
  const options = page.getByRole('region', { name: 'Options', exact: true })
  await options.getByRole('button', { name: 'Add option' }).click()
  await expect(page.getByLabel('Option name of option 1', { exact: true })).toBeFocused()
  await expectNothingFound(page, 'qualification with an option')
  await options.getByRole('button', { name: 'Paste', exact: true }).click()
  const paste = page.getByRole('dialog', { name: 'Paste options' })
  await paste.getByRole('textbox', { name: 'Options' }).fill('1\tTee\tTea\n2\tKaffee\tCoffee')
  await expect(paste.getByRole('table')).toContainText('Kaffee')
  await expectNothingFound(page, 'paste dialog')
  await page.keyboard.press('Escape')
  const reader = await visit(username, '/qualifications', { token })
  await expect(reader.getByRole('grid', { name: 'Qualifications' }).getByRole('rowheader')).toHaveCount(1)
  await expectNothingFound(reader, 'qualifications')
  await reader.getByRole('tab', { name: 'Library' }).click()
  await expect(reader.getByRole('grid', { name: 'Qualification library' }).getByRole('rowheader').first()).toBeVisible()
  await expectNothingFound(reader, 'library', NARROW)
  await goToHash(reader, '/admin/return-hashing')
  await expect(main(reader).getByRole('heading', { level: 1 })).toBeVisible()
  await expectNothingFound(reader, 'return hashing')
  await main(reader).getByRole('button', { name: 'Create key' }).click()
  await identityQuestion(reader).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(identityQuestion(reader).getByText('Password is required')).toBeVisible()
  await expectNothingFound(reader, 'confirm that it is you, refused')
  await confirmIdentity(reader, TEST_PASSWORD)
  await expect(reader.getByRole('dialog', { name: 'The new key' })).toBeVisible()
  await expectNothingFound(reader, 'new key')
  await reader.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await goToHash(reader, '/admin/quality-questions')
  await reader.getByRole('button', { name: 'New question' }).click()
  const dialog = reader.getByRole('dialog', { name: 'New quality question' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Question is required')).toBeVisible()
  await expectNothingFound(reader, 'quality question, refused', NARROW)
  await dialog.getByRole('textbox', { name: /^Question/ }).fill('Which is a fruit?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(reader.getByRole('cell', { name: 'Which is a fruit?' })).toBeVisible()
  await expectNothingFound(reader, 'quality questions', NARROW)
})

test('axe finds nothing on a survey’s form, its limits, and a chosen survey', async ({ desk, visit }) => {
  const study = await desk.newStudy('acme', 'Seen survey')
  const page = await visit(ADMIN, `/manage/project/${study.projectId}/survey/${study.surveyId}/edit`)
  await expect(page.getByLabel('Survey name')).toHaveValue('Seen survey survey')
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await expectNothingFound(page, 'survey form')
  await page.getByRole('button', { name: 'Change limits' }).click()
  await expect(page.getByRole('dialog', { name: 'Limits and auto-pause' }).getByLabel('LOI limit')).toBeVisible()
  await expectNothingFound(page, 'limits', NARROW)
  await page.keyboard.press('Escape')
  await goToHash(page, study.surveyListPath)
  await page.getByRole('grid', { name: 'Surveys' }).getByRole('checkbox', { name: 'Select Seen survey survey' }).check()
  await page
    .getByRole('group', { name: 'Selected surveys' })
    .getByRole('button', { name: 'Change out of field…' })
    .click()
  await expect(page.getByRole('dialog', { name: /^Change the out of field date/ })).toBeVisible()
  await expectNothingFound(page, 'dates of chosen surveys', NARROW)
})

test('axe finds nothing on chosen sources, their dialogs, the editors of sources, and the palette', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Seen sources', { sources: [...PANELS] })
  const page = await visit(ADMIN, study.sourceTablePath)
  for (const name of PANELS)
    await page
      .getByRole('grid', { name: 'Sources' })
      .getByRole('checkbox', { name: `Select ${name}` })
      .check()
  const bar = page.getByRole('group', { name: 'Selected sources' })
  await expect(bar).toContainText('2 selected')
  await expectNothingFound(page, 'chosen sources')
  await bar.getByRole('button', { name: 'Change status…' }).click()
  await expect(page.getByRole('dialog', { name: 'Change the status of 2 sources' })).toContainText('2 will change')
  await expectNothingFound(page, 'status of chosen sources', NARROW)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Change price…' }).click()
  const price = page.getByRole('dialog', { name: 'Change the price of 2 sources' })
  await price.getByRole('textbox', { name: 'Supply Price' }).fill('3')
  await expect(price).toContainText('will change')
  await expectNothingFound(page, 'price of chosen sources', NARROW)
  await page.keyboard.press('Escape')
  await expect(price).toHaveCount(0)

  const survey = `/manage/project/${study.projectId}/survey/${study.surveyId}`
  await goToHash(page, `${survey}/stream/${study.sources['North panel']!.sourceId}`)
  await expect(main(page).getByRole('textbox', { name: 'Source Name' })).toHaveValue('North panel')
  await expect(main(page).getByRole('list', { name: 'Entry links by supplier' }).getByRole('listitem')).toHaveCount(1)
  await expectNothingFound(page, 'source form with its entry links')
  await main(page)
    .getByRole('button', { name: /^QR code of the link of / })
    .click()
  await expect(page.getByRole('img', { name: /^QR code of the test link of / })).toBeVisible()
  await expectNothingFound(page, 'code of an entry link')
  await page.keyboard.press('Escape')
  await goToHash(page, `${survey}/manual-streams/new`)
  await main(page).getByRole('button', { name: 'Save and launch' }).click()
  await expect(main(page).getByText('Supplier is required')).toBeVisible()
  await expectNothingFound(page, 'classic source, refused')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('menuitem', { name: 'New project' })).toBeVisible()
  await expectNothingFound(page, 'palette', NARROW)
})
