import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Page } from '@playwright/test'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'

/** A user of Acme with a role, at a page; and the calls that were refused to them. */
async function asRole(
  desk: Desk,
  visit: (username: string, path: string, options: { readonly token: string }) => Promise<Page>,
  roleId: 4 | 5,
  path: string,
): Promise<{ readonly page: Page; readonly refused: readonly string[] }> {
  const { username } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId })
  const page = await visit(username, path, { token: await desk.signIn(username, TEST_PASSWORD) })
  const refused: string[] = []
  page.on('response', response => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  return { page, refused }
}

test('Read only looks into a study and finds no way to change it; no page asks for a call that is refused (docs/decisions/0107)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Only read', { sources: ['North'] })
  const { projectId, surveyId } = study
  const { page, refused } = await asRole(desk, visit, ROLE_IDS.readOnly, study.sourceTablePath)
  const main = page.getByRole('main')
  const row = main.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: 'North' })

  await row.getByRole('button', { name: /^Status of North/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Status history'])
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Actions for North' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^View/, /^Copy the test link/, /^Explain/, /^Status history/])
  await page.keyboard.press('Escape')
  await row.getByRole('checkbox', { name: /North/ }).check()
  const chosen = main.getByRole('group', { name: 'Selected sources' })
  await expect(chosen).toContainText('1 selected')
  await expect(chosen.getByRole('button', { name: /^Change/ })).toHaveCount(0)
  await expect(main.getByRole('button', { name: /^(New source|Launch)/ })).toHaveCount(0)

  await goToHash(page, `/manage/project/${projectId}/survey/${surveyId}/stream/${study.sources['North']?.sourceId}`)
  await expect(main.getByRole('textbox', { name: 'Source Name' })).toBeDisabled()
  await expect(main.getByText('Your role reads this and does not change it')).toBeVisible()
  await expect(main.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Apply exclusions' })).toBeDisabled()

  for (const [path, shown] of [
    [`/manage/project/${projectId}/survey/${surveyId}/edit`, 'Performance and limits'],
    [`/manage/project/${projectId}/edit`, 'Your role reads this and does not change it'],
    [`/manage/project/${projectId}/survey`, 'Only read survey'],
    [`/manage/project/${projectId}/details`, 'Only read'],
    [`/manage/project/${projectId}/documents`, 'No documents yet'],
    [`/manage/project/${projectId}/reconciliation`, 'No requests yet'],
    ['/projects', 'Only read'],
    ['/projects?view=today', 'Today'],
    ['/projects?view=live', 'Live sources'],
    ['/alerts', 'Alerts'],
    ['/reports/traffic', 'Traffic'],
    ['/statements', 'Statements'],
    ['/suppliers', 'Suppliers'],
    ['/qualifications', 'Qualifications'],
  ] as const) {
    await goToHash(page, path)
    await expect(main.getByText(shown).first()).toBeVisible()
    await expect(
      main.getByRole('button', { name: /^(New|Launch|Upload|Add|Delete|Save$|Change limits|Undo|Close )/ }),
    ).toHaveCount(0)
    // the list also has studies of other tests, such as “Edited study”
    await expect(main.getByRole('link', { name: /^(New|Edit|Duplicate) [a-z]/ })).toHaveCount(0)
  }
  expect(refused).toEqual([])
})

test('Finance sets a supply price in its cell, and changes nothing else of the study (docs/decisions/0107)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Priced', { sources: ['North'] })
  const { page, refused } = await asRole(desk, visit, ROLE_IDS.finance, study.sourceTablePath)
  const main = page.getByRole('main')
  await expect(main.getByRole('columnheader', { name: 'Expense' })).toBeVisible()
  const row = main.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: 'North' })
  await row.getByRole('checkbox', { name: /North/ }).check()
  const chosen = main.getByRole('group', { name: 'Selected sources' })
  await expect(chosen.getByRole('button', { name: /^Change/ })).toHaveText(['Change price…'])
  await chosen.getByRole('button', { name: 'Change price…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('4.40')
  await dialog.getByRole('button', { name: /^Change/ }).click()
  await expect(dialog).toContainText('1 changed')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(main.getByRole('button', { name: /^(New source|Launch)/ })).toHaveCount(0)

  await goToHash(page, '/admin')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Rate cards')
  await expect(main.getByRole('button', { name: 'New rate card' })).toHaveCount(0)
  expect(refused).toEqual([])
})
