import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { SignInScreen } from './sign-in.tsx'

test('a sign-in without username or password asks for each at its field, and asks the server nothing (§2.2)', async () => {
  const desk = await testDesk({}, { user: null, path: '/login' })
  const page = await draw(desk, <SignInScreen notice={null} />)
  const username = page.getByLabelText('Username')
  const password = page.getByRole('textbox', { name: 'Password' })
  await username.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(username).toHaveAccessibleDescription('Username is required')
  await expect.element(password).toHaveAccessibleDescription('Password is required')
  await expect.element(username).toHaveFocus()
  await username.fill('admin@acme.example')
  await expect.element(page.getByText('Username is required')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveFocus()
  expect(desk.asked).toEqual([])
})
