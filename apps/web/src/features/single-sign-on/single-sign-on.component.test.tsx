import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { SignOn, SignOnState } from '@desk/schema/single-sign-on/sign-on'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SingleSignOnScreen } from './single-sign-on.tsx'

const SIGN_ON: SignOn = {
  kind: 'oidc',
  issuer: 'https://login.acme.example',
  client_id: 'desk',
  sso_url: '',
  certificates: '',
  certified: [],
  domains: ['acme.example'],
  is_on: true,
  only: false,
  makes_users: false,
  new_users_role: 2,
  has_secret: true,
  proved_at: '2026-11-20T12:00:00.000Z',
  version: 4,
}
const STATE: SignOnState = {
  account_id: 11,
  sign_on: SIGN_ON,
  acs_url: 'https://desk.example/v1/single-sign-on/acs/11',
  metadata_url: 'https://desk.example/v1/single-sign-on/metadata/11',
  callback_url: 'https://desk.example/v1/single-sign-on/callback/11',
  sign_out_url: 'https://desk.example/',
}

const screen = (answers: Answers = {}) =>
  testDesk(
    {
      'singleSignOn.read': STATE,
      'history.read': [],
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      ...answers,
    },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/single-sign-on' },
  )

test('the form is sent as a whole, one domain a line, with the present password (S8)', async () => {
  const desk = await screen({ 'singleSignOn.change': { ...SIGN_ON, version: 5 } })
  const page = await draw(desk, <SingleSignOnScreen />)
  await page.getByLabelText('Mail domains').fill('Acme.example\nacme.test, acme.example')
  await page.getByText('Only by single sign-on').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabelText('Current password').fill('Desk-test-1')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('Single sign-on was saved')).toBeVisible()
  const { has_secret: _has, proved_at: _at, certified: _certified, ...form } = SIGN_ON
  expect(desk.asked.filter(({ key }) => key === 'singleSignOn.change').map(({ body }) => body)).toEqual([
    {
      ...form,
      domains: ['acme.example', 'acme.test'],
      only: true,
      confirmation: { present_password: 'Desk-test-1' },
    },
  ])
})

test('an account without single sign-on finds an empty form, and what its provider needs', async () => {
  const page = await draw(await screen({ 'singleSignOn.read': { ...STATE, sign_on: null } }), <SingleSignOnScreen />)
  await expect.element(page.getByLabelText('Issuer')).toHaveValue('')
  await expect.element(page.getByText('https://desk.example/v1/single-sign-on/callback/11')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Test the connection' })).not.toBeInTheDocument()
})

test('by SAML the sign-on URL and the certificates are asked for, and certificates are shown with their end', async () => {
  const certified = [{ subject: 'CN=Acme login', valid_until: '2049-01-01T12:00:00.000Z' }]
  const saml = {
    ...SIGN_ON,
    kind: 'saml' as const,
    client_id: '',
    sso_url: 'https://login.acme.example/saml',
    certified,
  }
  const page = await draw(await screen({ 'singleSignOn.read': { ...STATE, sign_on: saml } }), <SingleSignOnScreen />)
  await expect.element(page.getByLabelText('Sign-on URL')).toHaveValue('https://login.acme.example/saml')
  await expect.element(page.getByLabelText('Client ID')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^CN=Acme login, until /)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set the client secret' })).not.toBeInTheDocument()
})

test('a public mail domain is refused at its field, and nothing is sent', async () => {
  const desk = await screen()
  const page = await draw(desk, <SingleSignOnScreen />)
  await page.getByLabelText('Mail domains').fill('gmail.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByLabelText('Mail domains'))
    .toHaveAccessibleDescription(/gmail.com is a public mail domain, which no account may claim/)
  expect(desk.asked.filter(({ key }) => key === 'singleSignOn.change')).toEqual([])
})

test('the test says the fault of the connection', async () => {
  const desk = await screen({ 'singleSignOn.test': { fault: 'The provider did not answer in time.', found: [] } })
  const page = await draw(desk, <SingleSignOnScreen />)
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect.element(page.getByText('The provider did not answer in time.')).toBeVisible()
})

test('the client secret is sent with the present password, and is in no field afterwards (S8)', async () => {
  const desk = await screen({ 'singleSignOn.setSecret': SIGN_ON })
  const page = await draw(desk, <SingleSignOnScreen />)
  await page.getByRole('button', { name: 'Set the client secret' }).click()
  await page.getByRole('textbox', { name: 'Client secret' }).fill('s3cret')
  await page.getByRole('button', { name: 'Set the secret' }).click()
  await page.getByLabelText('Current password').fill('Desk-test-1')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(desk.asked.filter(({ key }) => key === 'singleSignOn.setSecret').map(({ body }) => body)).toEqual([
    { client_secret: 's3cret', confirmation: { present_password: 'Desk-test-1' } },
  ])
})

test('what does not load can be asked for again', async () => {
  const desk = await screen({ 'singleSignOn.read': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <SingleSignOnScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'singleSignOn.read': STATE })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByLabelText('Issuer')).toHaveValue('https://login.acme.example')
})
