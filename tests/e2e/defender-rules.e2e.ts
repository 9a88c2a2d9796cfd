import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import { expect, test } from './desk/desk-fixture.ts'

test('in an account without any data an admin switches every rule on through the screen, and each judges the very next entrant (§9.7, §3.36)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Bare', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 1 })
  const page = await visit(username, '/admin/defender-rules', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByText('No default was saved yet')).toBeVisible()
  const rules = Object.values(DEFENDER_CATALOGUE)
  const modeOf = (label: string) => page.getByLabel(`Action of ${label}`, { exact: true })
  for (const { label } of rules) await modeOf(label).selectOption('refuse')
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('The Defender rules are saved')).toBeVisible()
  await page.reload()
  for (const { label } of rules) await expect(modeOf(label)).toHaveValue('refuse')
  const { rows } = await desk.database.readAsSystem(tx =>
    tx.client.query<{ rule: string }>(
      `select rule ->> 'rule' as rule from account_defender, jsonb_array_elements(rules) as rule where account_id = $1 and rule ->> 'mode' = 'refuse'`,
      [accountId],
    ),
  )
  expect(rows.map(({ rule }) => rule)).toEqual(Object.keys(DEFENDER_CATALOGUE))
  const { sourceIds, supplierId } = await desk.maker.study({ accountId })
  await desk.enter({ sourceId: sourceIds[0] ?? 0, supplierIds: [supplierId] }, 'first')
  const verdicts = await desk.database.readAsSystem(tx =>
    tx.client.query('select rule, refused, set_by from rule_verdict where account_id = $1', [accountId]),
  )
  expect(verdicts.rows).toEqual([{ rule: 'fingerprint_missing', refused: true, set_by: 'account' }])
})

test('the control centre of a survey opens from its sources, previews and saves; the version of before is gone back to (§2.44)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Waves', parentAccountId: DEMO_ACCOUNTS.staff })
  const { projectId, surveyId, sourceIds, supplierId } = await desk.maker.study({ accountId })
  const door = { sourceId: sourceIds[0] ?? 0, supplierIds: [supplierId] }
  const { username } = await desk.maker.user({ accountId, advancedView: true })
  const codes = async (...rids: readonly string[]) => {
    for (const rid of rids) await desk.enter(door, rid)
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query<{ code: number }>(
        'select code from respondent where account_id = $1 and rid = any($2) order by rid',
        [accountId, rids],
      ),
    )
    return rows.map(({ code }) => code)
  }
  expect(await codes('a')).toEqual([11])
  const page = await visit(username, `/projects/${projectId}/survey/${surveyId}/streams`, {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  const centre = page.getByRole('dialog', { name: /^Defender control centre:/ })
  const save = async (change: () => Promise<unknown>) => {
    await page.getByRole('button', { name: 'Defender', exact: true }).click()
    await change()
    await centre.getByRole('button', { name: 'Preview' }).click()
    await expect(centre.getByRole('status')).toContainText('of the last 7 days')
    await centre.getByRole('button', { name: 'Save' }).click()
  }
  await save(() => centre.getByLabel('Action of Fingerprint missing').selectOption('off'))
  await expect(centre).toBeHidden()
  await save(() => centre.getByLabel('Action of Fingerprint missing').selectOption('refuse'))
  const question = page.getByRole('alertdialog', { name: 'Refuse everybody?' })
  await expect(question).toContainText('1 in all')
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(centre).toBeHidden()
  expect(await codes('b')).toEqual([20])
  await save(async () => {
    await centre.getByText('Versions (2)').click()
    await centre.getByRole('button', { name: 'Go back to this one: version 1' }).click()
  })
  await expect(centre).toBeHidden()
  expect(await codes('c')).toEqual([11])
})
