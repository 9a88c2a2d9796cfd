import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { SignOnScreen } from './sign-on.tsx'

test('the address is asked for, and sent with the page to return to (administration.md §3, single sign-on)', async () => {
  const desk = await testDesk(
    { 'signOn.start': { location: 'https://login.acme.example/auth' } },
    { user: null, path: '/login?sso=start' },
  )
  const page = await draw(desk, <SignOnScreen isBack={false} redirect="/projects/12" />)
  const username = page.getByLabelText('Username')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(username).toHaveAccessibleDescription('Username is required')
  await expect.element(username).toHaveFocus()
  await username.fill(' ada@acme.example')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => desk.asked.map(({ key, body }) => [key, body]))
    .toEqual([['signOn.start', { username: 'ada@acme.example', remember: false, redirect: '/projects/12' }]])
})

test('a domain without single sign-on is reported above the field, which retains its typed text', async () => {
  const desk = await testDesk(
    { 'signOn.start': refused(404, { message: 'There is no single sign-on for addresses at acme.example.' }) },
    { user: null, path: '/login?sso=start' },
  )
  const page = await draw(desk, <SignOnScreen isBack={false} redirect={null} />)
  await page.getByLabelText('Username').fill('ada@acme.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There is no single sign-on for addresses at acme.example.')
  await expect.element(page.getByLabelText('Username')).toHaveValue('ada@acme.example')
  await expect.element(page.getByLabelText('Username')).toHaveFocus()
})

test('back from the provider, a refusal is said, and the way with a password stays', async () => {
  const desk = await testDesk(
    { 'signOn.finish': refused(403, { message: 'Super admins sign in by their password.' }) },
    { user: null, path: '/login?sso=finish' },
  )
  const page = await draw(desk, <SignOnScreen isBack redirect={null} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Super admins sign in by their password.')
  await expect.element(page.getByRole('link', { name: 'Sign in with a password' })).toHaveAttribute('href', '#/login')
  expect(desk.asked.map(({ key }) => key)).toEqual(['signOn.finish'])
})
