import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { HashKey, ReturnHashing } from '@desk/schema/respondents/return-hashing'
import csharp from '@desk/schema/return-hash-examples/SignedReturn.cs?raw'
import java from '@desk/schema/return-hash-examples/SignedReturn.java?raw'
// the linter looks at the module, and not at its text
// oxlint-disable-next-line import/default
import javascript from '@desk/schema/return-hash-examples/signed-return.mjs?raw'
import php from '@desk/schema/return-hash-examples/signed-return.php?raw'
import go from '@desk/schema/return-hash-examples/signed_return.go?raw'
import python from '@desk/schema/return-hash-examples/signed_return.py?raw'
import { expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { focusComesInto } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ReturnHashingScreen } from './return-hashing.tsx'

const NOTHING: ReturnHashing = { hash_required: false, unsigned_overrule: false, keys: [] }
const KEY: HashKey = { hash_key_id: 3, ends_with: 'abcd', made_at: '2026-11-01T10:00:00.000Z', made_by: 'Ann Lee' }

const hashingDesk = (answers: Answers) =>
  testDesk(
    { 'returnHashing.read': NOTHING, 'history.read': [], 'lookups.codes': [], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/return-hashing' },
  )

test('an example in each language is shown as it is run by the tests, and copied whole (domain.md §3)', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const page = await draw(await hashingDesk({}), <ReturnHashingScreen />)
  for (const [language, code] of Object.entries({
    PHP: php,
    Python: python,
    Java: java,
    'C#': csharp,
    Go: go,
    JavaScript: javascript,
  })) {
    await page.getByRole('tab', { name: language, exact: true }).click()
    const shown = page.getByRole('region', { name: `Example in ${language}`, exact: true })
    await expect.element(shown).toBeVisible()
    expect(shown.element().textContent).toBe(code.trimEnd())
    await page.getByRole('button', { name: `Copy the ${language} example` }).click()
    await expect.element(page.getByText(`The ${language} example was copied`)).toBeVisible()
    expect(copied).toHaveBeenLastCalledWith(code)
  }
  copied.mockRestore()
})

test('an empty confirmation shows a fault at its field and sends nothing; after creating or ending a key, the focus is at the keys (S8, WCAG 2.4.3)', async () => {
  const desk = await hashingDesk({
    'returnHashing.makeKey': { ...KEY, secret: 'a'.repeat(60) + KEY.ends_with },
    'returnHashing.endKey': undefined,
  })
  const page = await draw(desk, <ReturnHashingScreen />)
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  const password = question.getByLabelText('Current password')
  const confirm = question.getByRole('button', { name: 'Confirm' })
  const keys = page.getByRole('heading', { name: 'Keys', exact: true })
  await page.getByRole('button', { name: 'Create key' }).click()
  await confirm.click()
  await expect.element(password).toHaveAccessibleDescription('Password is required')
  await expect.element(password).toHaveFocus()
  expect(desk.asked.filter(({ key }) => key === 'returnHashing.makeKey')).toEqual([])
  await password.fill('Own-password-1')
  desk.answer({ 'returnHashing.read': { ...NOTHING, keys: [KEY] } })
  await confirm.click()
  const made = page.getByRole('dialog', { name: 'The new key' })
  await expect.element(made.getByLabelText('The key', { exact: true })).toBeVisible()
  // only Done closes a secret that is shown once
  await focusComesInto(made)
  await userEvent.keyboard('{Escape}')
  await made.getByRole('button', { name: 'Done' }).click()
  await expect.element(keys).toHaveFocus()

  await page.getByRole('button', { name: /^End the key/ }).click()
  desk.answer({ 'returnHashing.read': NOTHING })
  await page.getByRole('alertdialog').getByRole('button', { name: /^End/ }).click()
  await password.fill('Own-password-1')
  await confirm.click()
  await expect.element(page.getByText('There is no key yet: no hash is checked.')).toBeVisible()
  await expect.element(keys).toHaveFocus()
})

test('Escape right after Confirm does not close a dialog that is sending, and the message matches the act', async () => {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  const desk = await hashingDesk({
    'returnHashing.read': { ...NOTHING, unsigned_overrule: true },
    'returnHashing.change': async () => {
      await released
      desk.answer({ 'returnHashing.read': NOTHING })
      return NOTHING
    },
  })
  await draw(desk, <ReturnHashingScreen />)
  const setting = screen.getByRole('switch', { name: 'Unsigned server-to-server returns overrule browsers' })
  await expect.element(setting).toBeChecked()
  await screen
    .getByText(/^Unsigned server-to-server returns overrule browsers/)
    .first()
    .click()
  const dialog = screen.getByRole('alertdialog', { name: 'Believe signed returns alone?' })
  const confirm = dialog.getByRole('button', { name: 'Signed alone' })
  await expect.element(confirm).toBeVisible()
  const button = confirm.element()
  if (!(button instanceof HTMLElement)) throw new Error('No button')
  button.click()
  // what belongs to the click is over by then; timers have not come yet
  for (let step = 0; step < 50; step += 1) await Promise.resolve()
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'returnHashing.change').length).toBe(1)
  await expect.element(dialog).toBeVisible()
  release()
  await expect
    .element(
      screen.getByRole('listitem').filter({ hasText: 'Unsigned server-to-server returns change nothing any more' }),
    )
    .toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(setting).not.toBeChecked()
})
