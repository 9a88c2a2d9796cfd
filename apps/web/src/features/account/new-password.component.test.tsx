import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { ForgotPasswordScreen } from './forgot-password.tsx'
import { ResetPasswordScreen } from './reset-password.tsx'

const NEW_PASSWORD = 'Canary-new-1'

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
