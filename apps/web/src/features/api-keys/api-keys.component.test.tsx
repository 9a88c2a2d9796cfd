import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { ApiKey } from '@desk/schema/api-keys/api-key'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { focusComesInto } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ApiKeysScreen } from './api-keys.tsx'

const KEY: ApiKey = {
  api_key_id: 3,
  name: 'Nightly export',
  starts_with: 'desk_0123456789ab',
  scopes: ['read_figures', 'read_studies'],
  state: 'live',
  made_by: 'Ann Lee',
  made_at: '2026-11-01T10:00:00.000Z',
  expires_at: '2027-01-30T10:00:00.000Z',
  last_used_at: '2026-11-20T08:30:00.000Z',
  last_used_address: '198.51.100.7',
  revoked_by: null,
  revoked_at: null,
}
const REVOKED: ApiKey = {
  ...KEY,
  api_key_id: 2,
  name: 'Old export',
  state: 'revoked',
  last_used_at: null,
  last_used_address: null,
  revoked_by: 'Bob Ray',
  revoked_at: '2026-11-02T10:00:00.000Z',
}
const SECRET = `desk_0123456789ab_${'A'.repeat(43)}`

const keysDesk = (answers: Answers, path = '/admin/api-keys') =>
  testDesk(
    { 'apiKeys.list': [], 'history.read': [], 'lookups.codes': [], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path },
  )
const sentTo = (desk: Awaited<ReturnType<typeof keysDesk>>, key: string) =>
  desk.asked.filter(asked => asked.key === key).map(({ body }) => body)

test('an account without keys explains them; a list that fails is read again on request', async () => {
  const page = await draw(await keysDesk({}), <ApiKeysScreen />)
  await expect.element(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()
  await page.unmount()
  const desk = await keysDesk({ 'apiKeys.list': refused(503, { message: 'The database is away for the moment.' }) })
  const failed = await draw(desk, <ApiKeysScreen />)
  await expect.element(failed.getByRole('heading', { name: 'The API keys did not load' })).toBeVisible()
  desk.answer({ 'apiKeys.list': [KEY] })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(failed.getByRole('rowheader', { name: /^Nightly export/ })).toBeVisible()
})

test('each key says its scopes, maker, last use and state; ended ones are behind a switch that is in the URL', async () => {
  const reduced: ApiKey = { ...KEY, api_key_id: 4, name: 'Sync', state: 'reduced' }
  const gone: ApiKey = { ...KEY, api_key_id: 5, name: 'Left', state: 'maker_gone' }
  const desk = await keysDesk({ 'apiKeys.list': [gone, reduced, KEY, REVOKED] })
  const page = await draw(desk, <ApiKeysScreen />)
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect.element(row(/^Nightly export/)).toHaveTextContent(/Read figures, Read studies.*by Ann Lee.*Live/)
  await expect.element(row(/^Nightly export/)).toHaveTextContent(/from 198\.51\.100\.7/)
  await expect.element(row(/^Sync/)).toHaveTextContent(/Reduced/)
  await expect.element(row(/^Left/)).toHaveTextContent(/Maker gone/)
  await expect.element(row(/^Old export/)).not.toBeInTheDocument()
  await page.getByText('Show ended keys (1)').click()
  await expect.element(row(/^Old export/)).toHaveTextContent(/Never.*Revoked.*by Bob Ray/)
  expect(desk.history.location.search).toBe('?ended=1')
  // what has ended is not revoked again
  await expect.element(page.getByRole('button', { name: 'Revoke the key Old export' })).not.toBeInTheDocument()
})

test('a form without name or scope shows the faults at their fields and sends nothing; the secret is shown once, copied, and gone with Done (S8)', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const desk = await keysDesk({ 'apiKeys.make': { ...KEY, secret: SECRET } })
  const page = await draw(desk, <ApiKeysScreen />)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.element(dialog.getByText('Name is required')).toBeVisible()
  await expect.element(dialog.getByText('Choose at least one scope')).toBeVisible()
  await expect.element(dialog.getByLabelText(/^Name/)).toHaveFocus()
  await dialog.getByLabelText(/^Name/).fill('Nightly export')
  await dialog.getByText('Read figures').click()
  await dialog.getByLabelText('Expires after').selectOptions('30 days')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  await question.getByLabelText('Current password').fill('Own-password-1')
  expect(sentTo(desk, 'apiKeys.make')).toEqual([])
  desk.answer({ 'apiKeys.list': [KEY] })
  await question.getByRole('button', { name: 'Confirm' }).click()
  const made = page.getByRole('dialog', { name: 'The key “Nightly export”' })
  await expect.element(made.getByLabelText('The key', { exact: true })).toHaveTextContent(SECRET)
  await made.getByRole('button', { name: 'Copy the key' }).click()
  expect(copied).toHaveBeenLastCalledWith(SECRET)
  // only Done closes a secret that is shown once
  await focusComesInto(made)
  await userEvent.keyboard('{Escape}')
  await made.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('rowheader', { name: /^Nightly export/ })).toBeVisible()
  expect(document.body.textContent).not.toContain(SECRET)
  expect(sentTo(desk, 'apiKeys.make')).toEqual([
    {
      name: 'Nightly export',
      scopes: ['read_figures'],
      expires_in_days: 30,
      confirmation: { present_password: 'Own-password-1' },
    },
  ])
  copied.mockRestore()
})

test('a name that is in use shows at its field before the password is asked for, and the form stays as it is (§5.28, S8)', async () => {
  const fault = {
    message: 'A key with this name is in use',
    details: [{ path: ['name'], message: 'A key with this name is in use' }],
  }
  const page = await draw(await keysDesk({ 'apiKeys.make': refused(422, fault) }), <ApiKeysScreen />)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  const name = dialog.getByLabelText(/^Name/)
  await name.fill('Nightly export')
  await dialog.getByText('Read studies').click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.element(name).toHaveAccessibleDescription(/A key with this name is in use/)
  await expect.element(name).toHaveValue('Nightly export')
})

test('revoking asks first and for the password, and the focus goes to the list (S8, WCAG 2.4.3)', async () => {
  const desk = await keysDesk({ 'apiKeys.list': [KEY], 'apiKeys.revoke': undefined })
  const page = await draw(desk, <ApiKeysScreen />)
  await page.getByRole('button', { name: 'Revoke the key Nightly export' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke the key “Nightly export”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Revoke the key Nightly export' }).click()
  await dialog.getByRole('button', { name: 'Revoke it' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  await question.getByLabelText('Current password').fill('Own-password-1')
  desk.answer({ 'apiKeys.list': [{ ...KEY, state: 'revoked', revoked_at: '2026-11-23T10:00:00.000Z' }] })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('No key is live.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Keys' })).toHaveFocus()
  expect(sentTo(desk, 'apiKeys.revoke')).toEqual([{ confirmation: { present_password: 'Own-password-1' } }])
})

test('cancelling the confirmation shows no error and keeps the form, and an attempt without an answer may be repeated with the same password (S8)', async () => {
  const desk = await keysDesk({ 'apiKeys.make': noAnswer })
  const page = await draw(desk, <ApiKeysScreen />)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByLabelText(/^Name/).fill('Nightly export')
  await dialog.getByText('Read studies').click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect([dialog.getByRole('alert').elements(), dialog.getByLabelText(/^Name/).element()]).toMatchObject([
    [],
    { value: 'Nightly export' },
  ])

  await dialog.getByRole('button', { name: 'Create key' }).click()
  await question.getByLabelText('Current password').fill('Own-password-1')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(question.getByRole('alert')).toBeVisible()
  desk.answer({ 'apiKeys.make': { ...KEY, secret: SECRET } })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByLabelText('The key', { exact: true })).toHaveTextContent(SECRET)
})
