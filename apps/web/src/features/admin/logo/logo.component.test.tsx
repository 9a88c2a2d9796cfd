import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ADMIN } from '../users/testing/users-desk.ts'
import { LogoScreen } from './logo.tsx'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const logoDesk = (answers: Answers = {}) =>
  testDesk({ 'accounts.logo': { data: null }, ...answers }, { user: ADMIN, path: '/admin/logo' })

test('a chosen file is sent and shown as the top bar shows it, in both themes (api:M11)', async () => {
  const desk = await logoDesk({ 'accounts.setLogo': { data: PNG } })
  const page = await draw(desk, <LogoScreen />)
  await expect.element(page.getByText('There is no logo')).toBeVisible()
  await userEvent.upload(
    page.getByLabelText('Image file of the logo'),
    new File(['<svg/>'], 'mark.svg', { type: 'image/svg+xml' }),
  )
  await expect.element(page.getByRole('img', { name: /on light/ })).toHaveAttribute('src', PNG)
  await expect.element(page.getByRole('img', { name: /on dark/ })).toHaveAttribute('src', PNG)
  expect(desk.asked.filter(({ key }) => key === 'accounts.setLogo').map(({ body }) => body)).toEqual([
    { data: `data:image/svg+xml;base64,${btoa('<svg/>')}` },
  ])
})

test('a refused file says why, and the logo stays', async () => {
  const message = 'The SVG contains “script”, which a logo may not have.'
  const desk = await logoDesk({
    'accounts.logo': { data: PNG },
    'accounts.setLogo': refused(422, { message, details: [{ path: ['data'], message }] }),
  })
  const page = await draw(desk, <LogoScreen />)
  await expect.element(page.getByRole('button', { name: 'Choose another file' })).toBeVisible()
  await userEvent.upload(page.getByLabelText('Image file of the logo'), new File(['x'], 'mark.svg'))
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('img', { name: /on light/ })).toHaveAttribute('src', PNG)
})

test('a file over 1 MB is refused before it is sent', async () => {
  const desk = await logoDesk()
  const page = await draw(desk, <LogoScreen />)
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await userEvent.upload(
    page.getByLabelText('Image file of the logo'),
    new File([new Uint8Array(1_000_001)], 'large.png', { type: 'image/png' }),
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('The file is over 1 MB')
  expect(desk.asked.filter(({ key }) => key === 'accounts.setLogo')).toEqual([])
})

test('the logo is removed after a question', async () => {
  const desk = await logoDesk({ 'accounts.logo': { data: PNG }, 'accounts.setLogo': { data: null } })
  const page = await draw(desk, <LogoScreen />)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('There is no logo')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'accounts.setLogo').map(({ body }) => body)).toEqual([{ data: null }])
})

test('a logo that does not load can be asked for again', async () => {
  const desk = await logoDesk({ 'accounts.logo': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <LogoScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'accounts.logo': { data: null } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('There is no logo')).toBeVisible()
})
