import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { ChangePasswordScreen } from './change-password.tsx'
import { ForgotPasswordScreen } from './forgot-password.tsx'
import { ResetPasswordScreen } from './reset-password.tsx'

const NEW_PASSWORD = 'Canary-new-1'
const CODE = /^Code/
const WRONG = 'The present password or the code is not right.'

test('how long to wait for another mail is counted down (§2.3, api:A5, S2)', async () => {
  const desk = await testDesk(
    { 'passwordReset.request': refused(429, { message: 'Too many tries.' }, { 'retry-after': '120' }) },
    { user: null, path: '/password-manager' },
  )
  const page = await draw(desk, <ForgotPasswordScreen />)
  await page.getByLabelText('Username').fill('nobody@nowhere.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^Too many tries. Try again in 2 min.$/)
  await expect.element(page.getByRole('button', { name: 'Send the link' })).toBeDisabled()
})

test('the server’s refusal of a new password shows at its field, and the typed text stays (§5.28, api:A6)', async () => {
  const desk = await testDesk(
    {
      'passwordReset.complete': refused(422, {
        message: '"password" is known',
        details: [{ path: ['password'], message: '"password" is known from a leak' }],
      }),
    },
    { user: null, path: '/reset-password/token' },
  )
  const page = await draw(desk, <ResetPasswordScreen resetToken="token" />)
  const password = page.getByRole('textbox', { name: 'New password' })
  await password.fill(NEW_PASSWORD)
  await page.getByLabelText('Confirm Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect.element(password).toHaveAccessibleDescription('password is known from a leak')
  await expect.element(password).toHaveValue(NEW_PASSWORD)
})

test('who has a second factor gives a code beside the present password; who has none is not asked (S8, api:A4)', async () => {
  const plain = await testDesk({}, { user: SAMPLE_USER })
  const without = await draw(plain, <ChangePasswordScreen />)
  await expect.element(without.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expect.element(without.getByLabelText(CODE)).not.toBeInTheDocument()
  await without.unmount()

  const desk = await testDesk(
    {
      'session.updatePassword': refused(422, {
        message: WRONG,
        details: [{ path: ['second_factor_code'], message: WRONG }],
      }),
    },
    { user: { ...SAMPLE_USER, second_factor: 'on' } },
  )
  const page = await draw(desk, <ChangePasswordScreen />)
  const code = page.getByLabelText(CODE)
  await page.getByLabelText('Current password').fill('Canary-old-1')
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByLabelText('Confirm Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.element(code).toHaveAccessibleDescription(/Code is required/)
  const sent = () => desk.asked.filter(({ key }) => key === 'session.updatePassword').map(({ body }) => body)
  expect(sent()).toEqual([])

  await code.fill('123456')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(WRONG))
  expect(sent()).toEqual([{ password: 'Canary-old-1', new_password: NEW_PASSWORD, second_factor_code: '123456' }])
})

test('a user of single sign-on confirms the new password by a fresh sign-on, whose refusal is shown at it (S8, api:A4)', async () => {
  const TOKEN = 'T'.repeat(43)
  const USED_UP = 'This sign-on has expired or was used already. Sign on once more.'
  const desk = await testDesk(
    {
      'signOnAgain.start': { location: 'https://login.acme.example/auth?state=1' },
      'signOnAgain.finish': { is_back: true, single_sign_on_token: TOKEN, lasts_seconds: 300 },
      'session.updatePassword': refused(422, {
        message: USED_UP,
        details: [{ path: ['single_sign_on_token'], message: USED_UP }],
      }),
    },
    { user: { ...SAMPLE_USER, confirms_by: 'single_sign_on' } },
  )
  const page = await draw(desk, <ChangePasswordScreen />)
  await expect.element(page.getByRole('button', { name: 'Confirm with single sign-on' })).toBeVisible()
  await expect.element(page.getByLabelText('Current password')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByLabelText('Confirm Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.element(page.getByText('Sign on first')).toBeVisible()
  const sent = () => desk.asked.filter(({ key }) => key === 'session.updatePassword').map(({ body }) => body)
  expect(sent()).toEqual([])

  await page.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await page.getByRole('button', { name: 'I have signed on' }).click()
  await expect.element(page.getByText(/You have signed on/)).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect.element(page.getByRole('button', { name: 'Confirm with single sign-on' })).toBeVisible()
  await expect.element(page.getByText(USED_UP).first()).toBeVisible()
  expect(sent()).toEqual([{ single_sign_on_token: TOKEN, new_password: NEW_PASSWORD }])
})
