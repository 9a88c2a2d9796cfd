import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'

test('the control centre of a project says what a rule would have done before it is saved; saved, it refuses the next entrant (§2.44, api:P15, api:P16)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Defended', parentAccountId: DEMO_ACCOUNTS.staff })
  const { projectId, surveyId, sourceIds, supplierId } = await desk.maker.study({ accountId })
  const door = { sourceId: sourceIds[0] ?? 0, supplierIds: [supplierId] }
  const { username } = await desk.maker.user({ accountId, advancedView: true })
  await desk.enter(door, 'first')
  const page = await visit(username, `/manage/project/${projectId}/details`, {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  await page.getByRole('button', { name: 'Defender' }).click()
  const centre = page.getByRole('dialog', { name: /^Defender control centre:/ })
  // the entrants of this test come without a fingerprint
  await centre.getByLabel('Action of Fingerprint missing').selectOption('refuse')
  await expect(centre.getByRole('button', { name: 'Save' })).toBeDisabled()
  await centre.getByRole('button', { name: 'Preview' }).click()
  await expect(centre.getByRole('status')).toContainText('Of 1 entrant of the last 7 days it would have refused 1')
  await centre.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Refuse everybody?' })
  await expect(question).toContainText('1 in all')
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('The Defender settings are saved')).toBeVisible()
  await desk.enter(door, 'second')
  const { rows } = await desk.database.readAsSystem(tx =>
    tx.client.query<{ rid: string; refusedBy: string | null }>(
      `select r.rid, v.rule as "refusedBy" from respondent r
         left join rule_verdict v on v.account_id = r.account_id and v.rdud = r.rdud and v.refused
       where r.account_id = $1 and r.survey_id = $2 order by r.rid`,
      [accountId, surveyId],
    ),
  )
  expect(rows).toEqual([
    { rid: 'first', refusedBy: null },
    { rid: 'second', refusedBy: 'fingerprint_missing' },
  ])
  await page.getByRole('button', { name: 'Defender' }).click()
  await expect(centre.getByLabel('Action of Fingerprint missing')).toHaveValue('refuse')
})
