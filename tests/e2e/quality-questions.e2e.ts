import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'

test('quality questions are made, changed, moved by keyboard and deleted; for users who are no admins there is no such page (§2.25, §5.23)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Asking', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const page = await visit(username, '/admin/quality-questions', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByText('No quality questions yet')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'New quality question' })
  for (const question of ['Which is a colour?', 'Which is a fruit?']) {
    await page.getByRole('button', { name: 'New question' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Question is required')).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Question/ }).fill(question)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('cell', { name: question })).toBeVisible()
  }
  const questions = page.getByRole('table', { name: 'Quality questions' }).getByRole('row')
  await page.getByRole('button', { name: 'Move question 2 up' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(questions.nth(1)).toContainText('Which is a fruit?')
  // at the top there is no way up: the way down has the focus
  await expect(page.getByRole('button', { name: 'Move question 1 down' })).toBeFocused()
  // the focused button's tooltip is no part of the page
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit question 1' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Question/ })
    .fill('Which is a pear?')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(questions.nth(1)).toContainText('Which is a pear?')
  await page.reload()
  await expect(questions.nth(1)).toContainText('Which is a pear?')
  // moved here, reworded elsewhere in between: the words stay
  const token = await desk.signIn(username, TEST_PASSWORD)
  const [{ pm_q_uid: id, language, version }] = (await desk.call('GET', '/v1/quality-questions', { token })).body
  await desk.call('PUT', `/v1/quality-questions/${id}`, {
    token,
    body: { language, question: 'Which is a plum?', version },
  })
  await page.getByRole('button', { name: 'Move question 1 down' }).click()
  await expect(questions.nth(1)).toContainText('Which is a plum?')
  await page.getByRole('button', { name: 'History of question 1' }).click()
  await expect(page.getByRole('dialog').getByText('Which is a plum?').first()).toBeVisible()
  await expect(
    page.getByRole('dialog').getByRole('region', { name: 'History' }).getByRole('listitem').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete question 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(questions).toHaveCount(2)
  await expect(questions.nth(1)).toContainText('Which is a colour?')

  const other = await visit('user@acme.example', '/admin/quality-questions')
  await expect(other.getByRole('main').getByRole('heading')).toHaveText(['Page not found'])
})
