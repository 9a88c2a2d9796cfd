import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { readFile } from 'node:fs/promises'
import { expect, test } from './desk/desk-fixture.ts'

const file = (name: string, content: string, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

test('documents of a project: upload several, preview, edit, replace, download one and a zip, delete with undo (§7.32, api:F1, api:F3, api:F4)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Filed', parentAccountId: DEMO_ACCOUNTS.staff })
  const projectId = await desk.maker.project({ accountId })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const page = await visit(username, `/manage/project/${projectId}/documents`, {
    token: await desk.signIn(username, TEST_PASSWORD),
  })
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  const chosen = page.getByLabel('Files to upload')
  await chosen.setInputFiles([
    file('brief.txt', 'Five hundred completes'),
    file('page.html', '<script>document.title = "run"</script>', 'text/html'),
  ])
  const rows = page.getByRole('table', { name: 'Documents' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('brief.txt')
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Preview brief.txt' }).click()
  await expect(page.getByRole('region', { name: 'Text of brief.txt' })).toHaveText('Five hundred completes')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit brief.txt' }).click()
  const form = page.getByRole('dialog', { name: 'Edit document' })
  await form.getByLabel('Name').fill('Brief of wave 1')
  await form.getByLabel('Note').fill('As agreed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Brief of wave 1.*As agreed/ })).toBeVisible()

  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Replace Brief of wave 1' }).click()
  await (await picker).setFiles(file('brief-2.txt', 'Six hundred completes'))
  await expect(page.getByRole('row', { name: /Brief of wave 1.*Version 2/ })).toBeVisible()
  await page.getByRole('button', { name: 'Versions of Brief of wave 1' }).click()
  const versions = page.getByRole('dialog')
  await expect(versions).toContainText('brief.txt')
  await expect(versions).toContainText('brief-2.txt')
  await page.keyboard.press('Escape')

  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Brief of wave 1' }).click()
  expect(await readFile(await (await one).path(), 'utf8')).toBe('Six hundred completes')
  await page.getByRole('checkbox', { name: 'Select Brief of wave 1' }).check()
  await page.getByRole('checkbox', { name: 'Select page.html' }).check()
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 2 as a zip' }).click()
  const saved = await zip
  expect(saved.suggestedFilename()).toBe(`documents-${projectId}.zip`)
  // PK: the beginning of every zip
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Delete page.html' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)
})

test('a link to a document gives its bytes without a session, to be saved and never shown (§7.32, api:F2)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Linked', parentAccountId: DEMO_ACCOUNTS.staff })
  const projectId = await desk.maker.project({ accountId })
  const { username } = await desk.maker.user({ accountId })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const page = await visit(username, `/manage/project/${projectId}/documents`, { token })
  await page.getByLabel('Files to upload').setInputFiles(file('page.html', '<h1>Hello</h1>', 'text/html'))
  await expect(page.getByRole('row', { name: /page\.html/ })).toBeVisible()
  const { body: list } = await desk.call('GET', `/v1/project/project-documents?pm_proj_ud=${projectId}`, { token })
  const { status, body } = await desk.call('POST', `/v1/project/${projectId}/project-documents/presigned-url`, {
    token,
    body: { document_ud: list.documents[0].document_ud },
  })
  expect(status).toBe(200)
  const answer = await fetch(body.url)
  expect([answer.status, await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([
    200,
    '<h1>Hello</h1>',
    'nosniff',
  ])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
})
