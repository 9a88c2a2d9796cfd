import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Account } from '@desk/schema/accounts/account'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ProjectEditorScreen } from './project-editor.tsx'

const OTHER = { uid: NO_CONSULTANT_UID, name: 'Other (no consultant)' }
const ACCOUNT: Account = {
  pm_dsh_ud: SAMPLE_USER.pm_dsh_ud,
  pm_parent_dsh_ud: null,
  name: 'Acme Research',
  account_type: 'DESK',
  dashboard_name: 'Acme',
  isRepData: false,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  time_zone: 15,
}
const WAY = /No project managers yet.*Administration, Users/

const LISTS = {
  'lookups.codes': [],
  'lookups.countries': [],
  'lookups.languages': [],
  'businessUnits.list': [],
  'accounts.list': [ACCOUNT],
} as const
const PROJECT: ProjectDetail = {
  pm_proj_ud: 3,
  pm_proj_name: 'Study',
  pm_proj_rep_num: 'P-3',
  consultant: null,
  consultant_name: null,
  business_unit_ud: null,
  business_unit_name: null,
  out_of_field_date: '2097-01-01T17:00:00.000Z',
  out_of_field_time_zone_code: 15,
  respondents: 0,
  pm_cy_cs_id: null,
  country_name: null,
  languages_id: null,
  language_name: null,
  est_loi: null,
  qualifying_rate: null,
  survey_url: null,
  device_compatibility: null,
  pm_sy_client_cpi: 4,
  statusid: 1,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-01T00:00:00.000Z',
  status_version: 1,
  survey_count: 1,
  live_source_count: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  version: 4,
  allowed: [],
  dearest_source: { name: 'Panel mix', supplier_cpi: 3.25 },
  warnings: [],
}

const editor = async (consultants: readonly { uid: number; name: string }[]) =>
  draw(
    await testDesk(
      {
        ...LISTS,
        'lookups.consultants': consultants,
      },
      { user: SAMPLE_USER, path: '/manage/project/new' },
    ),
    <ProjectEditorScreen prefix="/manage/project" act="create" projectUID={null} />,
  )

test('an account without project managers is informed who makes one, and where; one with them is not', async () => {
  const bare = await editor([OTHER])
  await expect.element(screen.getByRole('button', { name: /Project Manager/ })).toHaveAccessibleDescription(WAY)
  await bare.unmount()
  await editor([{ uid: 101, name: 'Ada Nowak' }, OTHER])
  await expect.element(screen.getByRole('button', { name: /Project Manager/ })).toBeVisible()
  expect(screen.getByText(WAY).elements()).toEqual([])
})

test('a sell price below what a source pays is warned of, asked about, and set back by Undo (§5.11)', async () => {
  let version = PROJECT.version
  const desk = await testDesk(
    {
      ...LISTS,
      'lookups.consultants': [OTHER],
      'projects.read': PROJECT,
      'projects.update': ({ body }) => ({ ...PROJECT, ...(body as Partial<ProjectDetail>), version: (version += 1) }), // the form that was sent
    },
    { user: SAMPLE_USER, path: '/manage/project/3/edit' },
  )
  await draw(desk, <ProjectEditorScreen prefix="/manage/project" act="edit" projectUID={3} />)
  const price = screen.getByLabelText('Sell Price')
  await price.fill('3')
  const warning = 'The supply price of Panel mix $3.25 is above the sell price $3.00: each complete loses $0.25.'
  await expect.element(price).toHaveAccessibleDescription(new RegExp(warning.replace(/[$.]/g, '.')))
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Save anyway' }).click()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Study is as it was before')).toBeVisible()
  const sent = desk.asked.filter(({ key }) => key === 'projects.update').map(({ body }) => body)
  expect(sent).toMatchObject([
    { pm_sy_client_cpi: 3, version: 4 },
    { pm_sy_client_cpi: 4, version: 5 },
  ])
})

const MANAGER = { name: 'Nora Field', mail: 'nora@acme.example' }

test('“New manager…” makes a user who manages projects, and the form chooses them (§5.6, §6.7)', async () => {
  const desk = await testDesk(
    {
      ...LISTS,
      'lookups.consultants': [OTHER],
      'users.create': ({ body }) => {
        desk.answer({ 'lookups.consultants': [{ uid: 77, name: MANAGER.name }, OTHER] })
        return { status: 0, message: JSON.stringify(body), data: { uid: 77 } }
      },
    },
    { user: { ...SAMPLE_USER, role_id: 1, is_adm_groups: true }, path: '/manage/project/new' },
  )
  await draw(desk, <ProjectEditorScreen prefix="/manage/project" act="create" projectUID={null} />)
  await screen.getByRole('button', { name: 'New manager…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'New manager' })
  await dialog.getByLabelText('Firstname').fill('Nora')
  await dialog.getByLabelText('Lastname').fill('Field')
  await dialog.getByLabelText('E-mail').fill('nora')
  await dialog.getByRole('button', { name: 'Create manager' }).click()
  await expect.element(dialog.getByText('Username Must be a valid email')).toBeVisible()
  await dialog.getByLabelText('E-mail').fill(MANAGER.mail)
  await dialog.getByRole('button', { name: 'Create manager' }).click()
  await expect.element(screen.getByRole('button', { name: /Project Manager/ })).toHaveTextContent(MANAGER.name)
  expect(desk.asked.filter(({ key }) => key === 'users.create').map(({ body }) => body)).toEqual([
    { firstname: 'Nora', lastname: 'Field', username: MANAGER.mail, role_id: 2, is_consultant: true },
  ])
  expect(desk.asked.filter(({ key }) => key === 'projects.create')).toEqual([])
})

test('a user who may create no users reads whom to ask (§6.7)', async () => {
  await editor([{ uid: 101, name: 'Ada Nowak' }, OTHER])
  await expect
    .element(screen.getByRole('button', { name: /Project Manager/ }))
    .toHaveAccessibleDescription(/Ask an admin for a new manager/)
  expect(screen.getByRole('button', { name: 'New manager…' }).elements()).toEqual([])
})
