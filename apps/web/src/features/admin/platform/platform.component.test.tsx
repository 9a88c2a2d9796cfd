import type { StoredPlatform } from '@desk/schema/platform/platform'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SUPER_ADMIN } from '../users/testing/users-desk.ts'
import { PlatformScreen } from './platform.tsx'

const SETTINGS: NonNullable<StoredPlatform['settings']> = {
  provider_name: 'Panels',
  provider_url: 'https://panels.example',
  privacy_url: 'https://panels.example/privacy',
  redirect_guide_url: null,
  cleaning_request_url: null,
  desk_reference_url: null,
  defender_reference_url: null,
  desk_support_url: null,
  defender_support_url: null,
  hashing_docs_url: null,
  pacing_docs_url: null,
  complete_api_docs_url: null,
  respondent_upload_docs_url: null,
}

const NO_REPORTS = {
  workspace_id: null,
  role_name: null,
  filter_table: null,
  defender_breakdown: null,
  respondent_data_export: null,
  defender_data: null,
  account_activity: null,
  export_data: null,
}
const WORKSPACE = '11111111-2222-4333-8444-555555555555'
const REPORT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

const FILE = {
  provider: { name: 'Acme', url: 'https://acme.example' },
  links: {
    reference: { DESK: 'https://help.example/desk' },
    docs: { hashing: 'https://help.example/hashing', pacing: 'javascript:alert(1)' },
  },
}

const platformDesk = (answers: Answers = {}) =>
  testDesk(
    {
      'platform.read': { version: 4, settings: SETTINGS },
      'history.read': [],
      'embeddedReports.readSettings': { version: 2, settings: NO_REPORTS, is_connected: false },
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      ...answers,
    },
    { user: SUPER_ADMIN, path: '/admin/platform', config: FILE },
  )

test('all names and links are sent together, with the version that was seen; an empty link as none (api:M13)', async () => {
  const desk = await platformDesk({
    'platformSettings.change': ({ body }) => ({
      version: 5,
      settings: { ...SETTINGS, ...(body as object) }, // The sent settings, as this test checks below.
    }),
  })
  const page = await draw(desk, <PlatformScreen />)
  await page.getByRole('textbox', { name: 'Privacy Policy' }).fill('')
  await page.getByRole('textbox', { name: 'Traffic pacing' }).fill('https://help.example/pacing')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The names and links were saved')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'platformSettings.change').map(({ body }) => body)).toEqual([
    { ...SETTINGS, privacy_url: null, pacing_docs_url: 'https://help.example/pacing', version: 4 },
  ])
})

test('an address without https is refused at its field, and nothing is sent', async () => {
  const desk = await platformDesk()
  const page = await draw(desk, <PlatformScreen />)
  await page.getByRole('textbox', { name: 'Site' }).fill('http://panels.example')
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name is required/)
  await expect
    .element(page.getByRole('textbox', { name: 'Site' }))
    .toHaveAccessibleDescription(/Must be an address with https:\/\//)
  expect(desk.asked.filter(({ key }) => key === 'platformSettings.change')).toEqual([])
})

test('while nothing is stored, the form begins with what the installation’s file says; no script of it becomes a link', async () => {
  const page = await draw(await platformDesk({ 'platform.read': { version: 0, settings: null } }), <PlatformScreen />)
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Acme')
  await expect.element(page.getByRole('textbox', { name: 'Site' })).toHaveValue('https://acme.example')
  await expect.element(page.getByRole('textbox', { name: 'Reference, Desk' })).toHaveValue('https://help.example/desk')
  await expect
    .element(page.getByRole('textbox', { name: 'Redirect hashing' }))
    .toHaveValue('https://help.example/hashing')
  await expect.element(page.getByRole('textbox', { name: 'Traffic pacing' })).toHaveValue('')
  await expect.element(page.getByText('client-config.json')).toBeVisible()
})

test('what does not load can be asked for again', async () => {
  const desk = await platformDesk({ 'platform.read': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <PlatformScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'platform.read': { version: 4, settings: SETTINGS } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Panels')
})

test('the ids of embedded reports are set, refused where they are none, and checked with the service (§9.13)', async () => {
  const desk = await platformDesk({
    'embeddedReports.readSettings': { version: 2, settings: NO_REPORTS, is_connected: true },
    'embeddedReports.check': [{ report: 'export_data', fault: 'The reporting service refused the desk.' }],
    'embeddedReports.changeSettings': {
      version: 3,
      settings: { ...NO_REPORTS, workspace_id: WORKSPACE, export_data: REPORT },
      is_connected: true,
    },
  })
  const page = await draw(desk, <PlatformScreen />)
  const part = page.getByRole('region', { name: 'Embedded reports' })
  await expect.element(part.getByRole('row', { name: /^Export data/ })).toHaveTextContent(/Not set: screens show/)
  await part.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embedded reports' })
  await dialog.getByRole('textbox', { name: 'Workspace' }).fill('contoso')
  await dialog.getByRole('textbox', { name: 'Export data', exact: true }).fill(REPORT)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/^Workspace must be an id like/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Workspace' }).fill(WORKSPACE)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(part.getByRole('row', { name: /^Export data/ })).toHaveTextContent(`Export dataSet${REPORT}`)
  await part.getByRole('button', { name: 'Check' }).click()
  await expect
    .element(part.getByRole('row', { name: /^Export data/ }))
    .toHaveTextContent('The reporting service refused the desk.')
  expect(desk.asked.filter(({ key }) => key === 'embeddedReports.changeSettings').map(({ body }) => body)).toEqual([
    {
      ...Object.fromEntries(Object.keys(NO_REPORTS).map(name => [name, ''])),
      workspace_id: WORKSPACE,
      export_data: REPORT,
      version: 2,
    },
  ])
})

test('an installation without a reporting service says which settings it lacks, and offers no check (§9.13)', async () => {
  const page = await draw(await platformDesk(), <PlatformScreen />)
  const part = page.getByRole('region', { name: 'Embedded reports' })
  await expect.element(part.getByText(/^No reporting service is connected:.*PBI_CLIENT_SECRET/)).toBeVisible()
  await expect.element(part.getByRole('button', { name: 'Check' })).not.toBeInTheDocument()
})
