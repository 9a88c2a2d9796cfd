import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused } from '#runtime/testing/test-desk.ts'
import { AccountScreen } from './account-screen.tsx'
import { AccountsScreen } from './accounts.tsx'
import { NewAccountScreen } from './new-account.tsx'
import { ACME, accountsDesk, GUEST, HOUSE, SHIELD } from './testing/accounts-desk.ts'

const bodiesOf = (desk: Awaited<ReturnType<typeof accountsDesk>>, key: string) =>
  desk.asked.filter(asked => asked.key === key).map(({ url, body }) => [url.pathname, body])

test('the list filters by the URL, and its names lead to the accounts (§2.25)', async () => {
  const desk = await accountsDesk({}, '/admin/accounts-management?state=suspended')
  const page = await draw(desk, <AccountsScreen />)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Shield')
  await expect
    .element(page.getByRole('link', { name: 'Shield' }))
    .toHaveAttribute('href', '#/admin/accounts-management/101')
  await expect.element(page.getByRole('link', { name: 'New account' })).toBeVisible()
})

test('a list that fails to load shows so and can be retried; without accounts it says what they are', async () => {
  const desk = await accountsDesk({ 'managedAccounts.list': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <AccountsScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'managedAccounts.list': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'No accounts yet' })).toBeVisible()
})

test('a new account is sent with its first admin, and leads to what it needs next (api:M7)', async () => {
  const desk = await accountsDesk({ 'managedAccounts.create': { ...ACME, name: 'Globex' } }, '/admin/accounts-creation')
  const page = await draw(desk, <NewAccountScreen />)
  await page.getByRole('textbox', { name: 'Name (required)' }).fill('Globex')
  await page.getByRole('textbox', { name: 'Firstname' }).fill('Ines')
  await page.getByRole('textbox', { name: 'Lastname' }).fill('Roth')
  await page.getByRole('textbox', { name: 'Username' }).fill('ines@globex.example')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect
    .poll(() => bodiesOf(desk, 'managedAccounts.create'))
    .toEqual([
      [
        '/v1/dashboards',
        {
          name: 'Globex',
          account_type: 'DESK',
          pm_parent_dsh_ud: HOUSE.pm_dsh_ud,
          time_zone: 15,
          salesforce_account_id: '',
          inv_by_business_unit_flg: false,
          client_cpi_flg: true,
          reconciliation_window_day: 25,
          access_research_defender_export: false,
          embedded_reports_flg: false,
          bi_workspace_id: '',
          link_check_hosts_off: '',
          isRepData: false,
          admin: { firstname: 'Ines', lastname: 'Roth', username: 'ines@globex.example' },
        },
      ],
    ])
  await expect.poll(() => desk.history.location.href).toBe('/admin/accounts-management/100?created=yes')
})

test('a half-typed admin is refused at the field before anything is sent, a taken name at its own (§5.28)', async () => {
  const desk = await accountsDesk(
    {
      'managedAccounts.create': refused(422, {
        message: 'Another account has this name',
        details: [{ path: ['name'], message: 'Another account has this name' }],
      }),
    },
    '/admin/accounts-creation',
  )
  const page = await draw(desk, <NewAccountScreen />)
  const name = page.getByRole('textbox', { name: 'Name (required)' })
  await name.fill('Acme Research')
  await page.getByRole('textbox', { name: 'Firstname' }).fill('Ines')
  await page.getByRole('textbox', { name: 'Lastname' }).fill('Roth')
  const save = page.getByRole('button', { name: 'Create account' })
  await save.click()
  const username = page.getByRole('textbox', { name: 'Username' })
  await expect.element(username).toHaveAccessibleDescription(/Username Must be a valid email/)
  expect(bodiesOf(desk, 'managedAccounts.create')).toEqual([])
  await username.fill('ines@acme.example')
  await save.click()
  await expect.element(name).toHaveAccessibleDescription(/Another account has this name/)
})

test('an edit sends the fields with the version that was opened (api:M9)', async () => {
  const desk = await accountsDesk({ 'managedAccounts.update': { ...ACME, name: 'Acme Ltd', version: 5 } })
  const page = await draw(desk, <AccountScreen id={100} />)
  await page.getByRole('textbox', { name: 'Name (required)' }).fill('Acme Ltd')
  await page.getByRole('switch', { name: 'Embedded reports' }).click({ force: true })
  const workspace = page.getByRole('textbox', { name: 'Workspace' })
  await workspace.fill('contoso')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(workspace).toHaveAccessibleDescription(/Workspace must be an id like/)
  await workspace.fill('11111111-2222-4333-8444-555555555555')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => bodiesOf(desk, 'managedAccounts.update'))
    .toEqual([
      [
        '/v1/dashboards/100',
        {
          name: 'Acme Ltd',
          pm_parent_dsh_ud: HOUSE.pm_dsh_ud,
          time_zone: 15,
          salesforce_account_id: 'A-1',
          inv_by_business_unit_flg: true,
          client_cpi_flg: true,
          reconciliation_window_day: 25,
          access_research_defender_export: false,
          embedded_reports_flg: true,
          bi_workspace_id: '11111111-2222-4333-8444-555555555555',
          link_check_hosts_off: '',
          assistant_tokens_a_month: null,
          assistant_questions_a_minute: null,
          version: 4,
        },
      ],
    ])
})

test('a DEFENDER account is given the DESK account that it defends, and none again (docs/decisions/0077)', async () => {
  const shield = { ...SHIELD, account_type: 'DEFENDER' as const }
  const desk = await accountsDesk({
    'managedAccounts.read': shield,
    'managedAccounts.update': { ...shield, defended_dsh_ud: ACME.pm_dsh_ud, defended_name: ACME.name },
  })
  const page = await draw(desk, <AccountScreen id={101} />)
  const sent = () =>
    desk.asked
      .filter(({ key }) => key === 'managedAccounts.update')
      .map(({ body }) => (body as { defended_dsh_ud: unknown }).defended_dsh_ud)
  await page.getByRole('button', { name: /Defends/ }).click()
  await page.getByRole('option', { name: ACME.name }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(sent).toEqual([ACME.pm_dsh_ud])
})

test('suspending asks first and says what happens; the page shows the stored state', async () => {
  const desk = await accountsDesk({
    'managedAccounts.suspend': () => {
      desk.answer({ 'managedAccounts.read': { ...SHIELD, pm_dsh_ud: 100, name: 'Acme Research' } })
      return { ...ACME, suspended_at: '2026-11-23T12:00:00.000Z', suspended_by: 'Sam Lee' }
    },
  })
  const page = await draw(desk, <AccountScreen id={100} />)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Suspend Acme Research?' })
  await expect.element(dialog).toHaveTextContent('Nothing is lost')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(page.getByText('Suspended', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('the account that one works in has no button to suspend it', async () => {
  const desk = await accountsDesk({ 'managedAccounts.read': HOUSE })
  const page = await draw(desk, <AccountScreen id={HOUSE.pm_dsh_ud} />)
  await expect.element(page.getByRole('textbox', { name: 'Name (required)' })).toHaveValue('Provider')
  await expect.element(page.getByRole('button', { name: 'Suspend' })).not.toBeInTheDocument()
})

test('members show their state, are added by username, invited again and removed (§6.5)', async () => {
  const desk = await accountsDesk({
    'accountMembers.add': refused(422, {
      message: 'No user has this username',
      details: [{ path: ['username'], message: 'No user has this username' }],
    }),
    'accountMembers.invite': GUEST,
    'accountMembers.remove': undefined,
  })
  const page = await draw(desk, <AccountScreen id={100} />)
  const list = page.getByRole('table', { name: 'Members' })
  await expect.element(list.getByRole('row', { name: /Ana Silva/ })).toHaveTextContent('At home here, signs in here')
  await expect
    .element(list.getByRole('row', { name: /Ines Silva/ }))
    .toHaveTextContent('Invited until 23 Nov 2026, 07:00')
  const field = page.getByRole('textbox', { name: 'Username of a user of another account' })
  await field.fill('nobody@acme.example')
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect.element(field).toHaveAccessibleDescription(/No user has this username/)
  await page.getByRole('button', { name: 'Invite again: Ines Silva' }).click()
  await expect
    .poll(() => bodiesOf(desk, 'accountMembers.invite'))
    .toEqual([['/v1/dashboards/100/members/13/invitation', undefined]])
  await page.getByRole('button', { name: 'Remove Tomas Lind' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect
    .poll(() => bodiesOf(desk, 'accountMembers.remove'))
    .toEqual([['/v1/dashboards/100/members/14', undefined]])
})

test('a member whom a directory deactivated is marked, and not invited again (administration.md §3, Provisioning)', async () => {
  const desk = await accountsDesk({
    'accountMembers.list': [
      { ...GUEST, is_active: false },
      { ...GUEST, uid: 15, firstname: 'Bo', is_home: true, has_password: false, is_active: false },
    ],
  })
  const page = await draw(desk, <AccountScreen id={100} />)
  const list = page.getByRole('table', { name: 'Members' })
  await expect
    .element(list.getByRole('row', { name: /Tomas Lind/ }))
    .toHaveTextContent('Guest, deactivated by the directory')
  await expect
    .element(list.getByRole('row', { name: /Bo Lind/ }))
    .toHaveTextContent('At home here, deactivated by the directory')
  await expect.element(list.getByRole('button', { name: /^Invite/ })).not.toBeInTheDocument()
})

test('a member is given another role here once that is confirmed, and a new one is added with a role (§6.5, administration.md §1)', async () => {
  const sam = { ...GUEST, uid: 15, firstname: 'Sam', lastname: 'Lee', role_id: 3 as const }
  const desk = await accountsDesk({
    'accountMembers.list': [GUEST, sam],
    'accountMembers.giveRole': refused(409, { message: 'Not now.', reason: 'super_admin', current: null }),
    'accountMembers.add': GUEST,
  })
  const page = await draw(desk, <AccountScreen id={100} />)
  const list = page.getByRole('table', { name: 'Members' })
  const role = list.getByRole('combobox', { name: 'Role of Tomas Lind in Acme Research' })
  await expect.element(role).toHaveDisplayValue('Admin')
  // a super admin is one everywhere
  await expect.element(list.getByRole('row', { name: /Sam Lee/ })).toHaveTextContent('Super Admin')
  await expect.element(list.getByRole('combobox').nth(1)).not.toBeInTheDocument()

  await role.selectOptions('User')
  const dialog = page.getByRole('alertdialog', { name: 'Make Tomas Lind User in Acme Research?' })
  await expect.element(dialog).toHaveTextContent('Their sessions in Acme Research end at once.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(role).toHaveDisplayValue('Admin')
  expect(bodiesOf(desk, 'accountMembers.giveRole')).toEqual([])

  await role.selectOptions('User')
  await dialog.getByRole('button', { name: 'Make User' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({
    'accountMembers.giveRole': { ...GUEST, role_id: 2 },
    'accountMembers.list': [{ ...GUEST, role_id: 2 }],
  })
  await dialog.getByRole('button', { name: 'Make User' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(role).toHaveDisplayValue('User')
  expect(bodiesOf(desk, 'accountMembers.giveRole').at(-1)).toEqual([
    '/v1/dashboards/100/members/14/role',
    { role_id: 2 },
  ])

  desk.answer({ 'accountMembers.giveRole': GUEST, 'accountMembers.list': [GUEST] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(role).toHaveDisplayValue('Admin')
  expect(bodiesOf(desk, 'accountMembers.giveRole').at(-1)).toEqual([
    '/v1/dashboards/100/members/14/role',
    { role_id: 1 },
  ])

  await page.getByRole('textbox', { name: 'Username of a user of another account' }).fill('ada@beta.example')
  await page.getByRole('combobox', { name: 'Role in this account' }).selectOptions('Admin')
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect
    .poll(() => bodiesOf(desk, 'accountMembers.add'))
    .toEqual([['/v1/dashboards/100/members', { username: 'ada@beta.example', role_id: 1 }]])
})

test('after its creation an account lists what it needs next, and each step switches to it and opens the page', async () => {
  const desk = await accountsDesk(
    { 'session.switchAccount': { Status: 1, message: 'Not now.' } },
    '/admin/accounts-management/100?created=yes',
  )
  const page = await draw(desk, <AccountScreen id={100} />)
  const next = page.getByRole('region', { name: 'Next steps' })
  await expect.element(next.getByRole('button', { name: 'Open business units' })).toBeVisible()
  await next.getByRole('button', { name: 'New supplier' }).click()
  await expect.poll(() => bodiesOf(desk, 'session.switchAccount')).toEqual([['/v1/switch-account', { pm_dsh_ud: 100 }]])
  await expect.element(next.getByRole('alert')).toHaveTextContent('Not now.')
  await next.getByRole('button', { name: 'Hide this list' }).click()
  await expect.element(next).not.toBeInTheDocument()
})
