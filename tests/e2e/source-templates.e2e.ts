import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'
import { field, setUpSources, main, toast } from './desk/source-steps.ts'

test('the questions and suppliers of a source are saved as templates, looked at before they overwrite, put in place, and deleted once that is confirmed (api:T23, api:T24, api:T25, api:T26, api:T27, api:T29, api:T31)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers, projectId, surveyId, survey } = await setUpSources(desk)
  const id = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Panel mix',
    status: STATUS_CODES.draft,
    target: 90,
    supplierIds: suppliers,
  })
  const body = {
    stmid: id,
    qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
    quota_groups: [
      {
        name: 'Age',
        conditions: [],
        quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 30 }], target: 40 }],
      },
    ],
  }
  await desk.call('POST', '/v2/survey-quals-quotas', { token: ada.token, body })
  const page = await visit(ada.username, `${survey}/stream/${id}`, { token: ada.token })
  const dialog = page.getByRole('dialog')
  for (const [button, name] of [
    ['Source templates', 'Adults'],
    ['Allocation templates', 'Both'],
  ] as const) {
    await main(page).getByRole('button', { name: button }).click()
    await dialog.getByRole('textbox', { name: 'Save this form as' }).fill(name)
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog.getByRole('listitem')).toContainText(name)
    await page.keyboard.press('Escape')
  }

  await goToHash(page, `${survey}/stream/new`)
  await field(page, 'Target (N)').fill('7')
  await main(page).getByRole('button', { name: 'Source templates' }).click()
  await dialog.getByRole('button', { name: 'Look at it: Adults' }).click()
  await expect(dialog.getByRole('row', { name: /^Target \(N\)/ }).getByRole('cell')).toHaveText(['7', '90'])
  await expect(dialog.getByRole('row', { name: /^Quotas/ }).getByRole('cell')).toHaveText(['-', 'Age › Young: 40'])
  await expect(field(page, 'Target (N)')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Put it in place' }).click()
  await expect(field(page, 'Target (N)')).toHaveValue('90')
  await expect(field(page, 'Target of Young')).toHaveValue('40')
  await main(page).getByRole('button', { name: 'Allocation templates' }).click()
  await dialog.getByRole('button', { name: 'Look at it: Both' }).click()
  await dialog.getByRole('button', { name: 'Put it in place' }).click()
  await expect(field(page, 'Allocation of Heron')).toHaveValue('50')
  await main(page).getByRole('button', { name: 'Source templates' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete template' })
  await dialog.getByRole('button', { name: 'Delete Adults' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('listitem')).toContainText('Adults')
  await dialog.getByRole('button', { name: 'Delete Adults' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText(/^No template yet/)).toBeVisible()
})

test('an allocation template offered for a whole survey is looked at before it overwrites its sources; renamed, it tells who did (api:T28, api:T32)', async ({
  desk,
  visit,
}) => {
  const { accountId, ada, suppliers, projectId, surveyId, table, survey } = await setUpSources(desk)
  const [, heron] = suppliers
  const source = (name: string, supplierIds: readonly number[]) =>
    desk.maker.source({ accountId, projectId, surveyId, name, status: STATUS_CODES.draft, target: 90, supplierIds })
  const id = await source('Panel mix', suppliers)
  const alone = await source('Heron alone', [heron!])
  expect(
    (
      await desk.call('PUT', `/v1/stream-suppliers/${alone}`, {
        token: ada.token,
        body: { suppliers: [{ pm_sup_ud: heron, allocation_percent: 100 }] },
      })
    ).status,
  ).toBe(200)
  const body = { name: 'All Heron', template_type: 1, suppliers: [{ pm_sup_ud: heron, allocation_percent: 100 }] }
  expect((await desk.call('POST', '/v1/supplierallocationtemplates', { token: ada.token, body })).status).toBe(200)
  const page = await visit(ada.username, table, { token: ada.token })
  const dialog = page.getByRole('dialog')
  await main(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Apply an allocation template' }).click()
  await dialog.getByRole('button', { name: 'Look at it: All Heron' }).click()
  await expect(
    dialog
      .getByRole('row', { name: /^Panel mix/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('Heron 100 %')
  await expect(
    dialog
      .getByRole('row', { name: /^Heron alone/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('stays as it is')
  await dialog.getByRole('button', { name: 'Overwrite 1 source' }).click()
  await expect(toast(page, 'All Heron was put in place in 1 source')).toBeVisible()
  const stored = (await desk.call('GET', `/v1/stream-suppliers/${id}`, { token: ada.token })).body.suppliers
  expect(
    stored.map(({ pm_sup_ud, allocation_percent }: Record<string, unknown>) => [pm_sup_ud, allocation_percent]),
  ).toEqual([[heron, 100]])

  await goToHash(page, `${survey}/stream/${id}`)
  await main(page).getByRole('button', { name: 'Allocation templates' }).click()
  await dialog.getByRole('button', { name: 'Change All Heron' }).click()
  await dialog.getByRole('textbox', { name: 'Template Name' }).fill('Heron only')
  await dialog.getByRole('button', { name: 'Save the change' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Heron only')
  await dialog.getByRole('button', { name: 'History of Heron only' }).click()
  await expect(dialog.getByRole('list', { name: 'Changes' }).locator('> li').first()).toContainText(
    /Edited by Ada Byron.*Template NameAll Heron.*Heron only/,
  )
})
