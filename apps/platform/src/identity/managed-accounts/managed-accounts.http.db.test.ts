import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { tokenIn } from '#testing/settings'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { LINK_LASTS_MS } from '../password-reset/password-links.ts'

const INTERNAL_ACCOUNT = 1
const PASSWORD = 'Kettle-brass-9'

const platform = usePlatform()
let on: Stage
let superAdmin: Ask

beforeAll(async () => {
  on = await stage(platform())
  await platform().database.asSystem(tx =>
    sql`insert into account (account_id, name, account_type, is_staff) values (${INTERNAL_ACCOUNT}, 'Provider', 'DESK', true)`.execute(
      tx,
    ),
  )
  superAdmin = await askAs(platform(), on.make, {
    accountId: INTERNAL_ACCOUNT,
    roleId: 3,
    firstname: 'Sam',
    lastname: 'Lee',
  })
})

let made = 0
const newName = () => `Account ${++made}`
const create = (form: object = {}) =>
  superAdmin('POST', '/v1/dashboards', { name: newName(), account_type: 'DESK', ...form })
const faults = (body: { details?: readonly { path: readonly string[]; message: string }[] }) =>
  body.details?.map(({ path, message }) => [path.join('.'), message])
const setPassword = (token: string) =>
  platform().call('POST', `/v1/reset-password/${token}`, { body: { password: PASSWORD, confirm_password: PASSWORD } })
const login = (username: string) => platform().call('POST', '/v1/login', { body: { username, password: PASSWORD } })
const changesOf = (body: readonly { by: string; act: string; changes: unknown }[]) =>
  body.map(({ by, act, changes }) => [by, act, changes])

describe('a new account (§2.25, §3.4, api:M7)', () => {
  test('stores the form, with a default for each field left out, and is read and listed (api:M8)', async () => {
    const name = newName()
    const { status, body } = await superAdmin('POST', '/v1/dashboards', { name: ` ${name} `, account_type: 'DESK' })
    const account = {
      pm_dsh_ud: body.pm_dsh_ud,
      pm_parent_dsh_ud: INTERNAL_ACCOUNT,
      parent_name: 'Provider',
      name,
      dashboard_name: name,
      account_type: 'DESK',
      isRepData: false,
      defended_dsh_ud: null,
      defended_name: null,
      salesforce_account_id: null,
      time_zone: 15,
      inv_by_business_unit_flg: false,
      access_research_defender_export: false,
      client_cpi_flg: true,
      reconciliation_window_day: 25,
      embedded_reports_flg: false,
      bi_workspace_id: null,
      link_check_hosts_off: null,
      assistant_tokens_a_month: null,
      assistant_questions_a_minute: null,
      assistant_tokens_used: 0,
      members: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      suspended_at: null,
      suspended_by: null,
      version: 1,
    }
    expect([status, body]).toEqual([200, account])
    const { body: read } = await superAdmin('GET', `/v1/dashboards/${body.pm_dsh_ud}`)
    const { body: listed } = await superAdmin('GET', '/v1/account-management')
    expect([read, listed.find((row: { pm_dsh_ud: number }) => row.pm_dsh_ud === body.pm_dsh_ud)]).toEqual([
      account,
      account,
    ])
    const { body: named } = await superAdmin('GET', '/v1/account-management?limit=1&offset=1')
    expect(named).toEqual([listed[1]])
  })

  test('takes every field of the form', async () => {
    const parent = await on.make.account({ name: newName() })
    const form = {
      pm_parent_dsh_ud: parent,
      account_type: 'DEFENDER',
      isRepData: true,
      defended_dsh_ud: null,
      defended_name: null,
      salesforce_account_id: '0015e00002AbCdEAAX',
      time_zone: 16,
      inv_by_business_unit_flg: true,
      access_research_defender_export: true,
      client_cpi_flg: false,
      reconciliation_window_day: 10,
    }
    expect((await create(form)).body).toMatchObject(form)
  })

  test('a name of another account is refused at its field, in any case of letters and with any spaces, also when two are sent at once', async () => {
    const { body: account } = await create()
    const spaced = account.name.toUpperCase().replaceAll(' ', ' \u00a0 ')
    expect(spaced).not.toBe(account.name.toUpperCase())
    const taken = await create({ name: ` ${spaced} ` })
    expect([taken.status, faults(taken.body)]).toEqual([422, [['name', 'Another account has this name']]])
    const name = newName()
    const both = await Promise.all([create({ name }), create({ name })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
  })

  test.each([
    [{ name: '' }, [['name', 'Name is required']]],
    [{ name: 'a'.repeat(201) }, [['name', 'Name must be at most 200 characters']]],
    [
      { reconciliation_window_day: 29 },
      [['reconciliation_window_day', 'Reconciliation window must end on a day from 1 to 28']],
    ],
    [
      { reconciliation_window_day: 2.5 },
      [['reconciliation_window_day', 'Reconciliation window must be a whole number']],
    ],
    [{ name: 'Ac\u202Eme' }, [['name', 'Name must not contain control characters']]],
    [
      { pm_parent_dsh_ud: 999_999 },
      [['pm_parent_dsh_ud', 'This account does not exist, or is below the account itself']],
    ],
    [{ pm_parent_dsh_ud: null }, [['pm_parent_dsh_ud', 'Parent account is required']]],
    [{ time_zone: 9_999 }, [['time_zone', 'This time zone is not in the list']]],
    [
      { salesforce_account_id: 'a'.repeat(65) },
      [['salesforce_account_id', 'External account id must be at most 64 characters']],
    ],
    [
      { admin: { firstname: '', lastname: 'Silva', username: 'nobody' } },
      [
        ['admin.firstname', 'Firstname is required'],
        ['admin.username', 'Username Must be a valid email'],
      ],
    ],
  ])('%j is refused at its field, and nothing is stored', async (form, expected) => {
    const count = async () => (await superAdmin('GET', '/v1/account-management?limit=1000')).body.length
    const before = await count()
    const { status, body } = await create(form)
    expect([status, faults(body), await count()]).toEqual([422, expected, before])
  })

  test('needs the feature “New account creation” in the account of the super admin (§6.10)', async () => {
    const turn = (isOn: boolean) =>
      superAdmin('PUT', `/v1/account/${INTERNAL_ACCOUNT}/features/new_account_creation`, { is_on: isOn })
    await turn(false)
    const off = await create()
    await turn(true)
    expect([off.status, off.body.message, (await create()).status]).toEqual([
      403,
      'This account has “New account creation” turned off.',
      200,
    ])
  })
})

describe('the first admin of an account', () => {
  const invited = async (username: string, form: object = {}) => {
    const { status, body } = await create({
      ...form,
      time_zone: 16,
      admin: { firstname: 'Ana', lastname: 'Silva', username },
    })
    const [mail] = await platform().mailsTo(username, 1)
    if (!mail) throw new Error('There is a mail.')
    return { status, account: body, mail, token: tokenIn(mail) }
  }

  test('gets a mail whose link sets a password, once, and works in the account as its admin (§5.27)', async () => {
    const username = 'ana@new.example'
    const { status, account, mail, token } = await invited(username)
    expect([
      status,
      account.members,
      mail.subject,
      mail.text.includes(`a user was created for you in ${account.name}. Your username is ${username}.`),
    ]).toEqual([200, 1, 'Your Sample Desk user', true])
    const set = await setPassword(token)
    const again = await setPassword(token)
    expect([set.status, again.status, again.body.message]).toEqual([
      200,
      404,
      'This link does not work any more. Please ask for a new one.',
    ])
    const { body: session } = await login(username)
    const { body: user } = await platform().call('GET', '/v1/user-login-details', { token: session.AccessToken })
    expect(user).toMatchObject({
      pm_dsh_ud: account.pm_dsh_ud,
      role_id: 1,
      user_time_zone: 16,
      internalUser: false,
      is_super_admin: false,
    })
  })

  test('an invitation that has expired says so, and is sent again; the former link ends', async () => {
    const username = 'late@new.example'
    const { account, token } = await invited(username)
    const at = `/v1/dashboards/${account.pm_dsh_ud}/members`
    const { body: members } = await superAdmin('GET', at)
    const uid = members[0].uid
    await platform().database.asSystem(tx =>
      sql`update password_link set expires_at = now() - interval '1 second' where user_id = ${uid}`.execute(tx),
    )
    const expired = await setPassword(token)
    expect([expired.status, expired.body.message, (await superAdmin('GET', at)).body[0].invited_until]).toEqual([
      404,
      'This invitation has expired. Please ask your administrator to send it again.',
      null,
    ])
    const { status, body } = await superAdmin('POST', `${at}/${uid}/invitation`)
    expect([status, Date.parse(body.invited_until) - Date.now() > LINK_LASTS_MS.welcome - 60_000]).toEqual([200, true])
    const [, mail] = await platform().mailsTo(username, 2)
    if (!mail) throw new Error('There is a second mail.')
    await superAdmin('POST', `${at}/${uid}/invitation`)
    expect([(await setPassword(tokenIn(mail))).status, (await platform().mailsTo(username, 3)).length]).toEqual([
      404, 3,
    ])
    const [, , last] = await platform().mailsTo(username, 3)
    if (!last) throw new Error('There is a third mail.')
    expect((await setPassword(tokenIn(last))).status).toBe(200)
    const settled = await superAdmin('POST', `${at}/${uid}/invitation`)
    expect([settled.status, settled.body.reason]).toEqual([409, 'has_password'])
  })

  test('an invitation to an account that was suspended in between is refused with a sentence, and works once it is resumed', async () => {
    const { account, token } = await invited('soon@new.example')
    await superAdmin('POST', `/v1/dashboards/${account.pm_dsh_ud}/suspend`)
    const refused = await setPassword(token)
    await superAdmin('POST', `/v1/dashboards/${account.pm_dsh_ud}/resume`)
    expect([refused.status, refused.body.message, (await setPassword(token)).status]).toEqual([
      403,
      `The account “${account.name}” is suspended. Nothing in it is lost, and it opens again when it is resumed.`,
      200,
    ])
  })

  test('is none who signs in elsewhere already: the username is refused at its field', async () => {
    const { username } = await on.make.user({ accountId: on.study.accountId })
    const { status, body } = await create({ admin: { firstname: 'Ada', lastname: 'Byron', username } })
    expect([status, faults(body)]).toEqual([
      422,
      [
        [
          'admin.username',
          'This user exists already: create the account without a first admin, then add them as a member',
        ],
      ],
    ])
  })
})

describe('an edit of an account (§3.4, api:M9)', () => {
  test('stores the sent fields, keeps the rest, and has a history of names', async () => {
    const { body: account } = await create({ salesforce_account_id: 'A-1' })
    const path = `/v1/dashboards/${account.pm_dsh_ud}`
    const { status, body } = await superAdmin('PUT', path, {
      name: `${account.name} Ltd`,
      salesforce_account_id: ' ',
      inv_by_business_unit_flg: true,
      account_type: 'DEFENDER',
      isRepData: true,
      defended_dsh_ud: null,
      defended_name: null,
      suspended_at: '2026-01-01T00:00:00.000Z',
      version: 1,
    })
    expect([status, body]).toEqual([
      200,
      {
        ...account,
        name: `${account.name} Ltd`,
        dashboard_name: `${account.name} Ltd`,
        salesforce_account_id: null,
        inv_by_business_unit_flg: true,
        version: 2,
      },
    ])
    const { body: history } = await superAdmin('GET', `/v1/history/account/${account.pm_dsh_ud}`)
    expect(changesOf(history)).toEqual([
      [
        'Sam Lee',
        'edited',
        [
          { field: 'name', from: account.name, to: `${account.name} Ltd` },
          { field: 'salesforce_account_id', from: 'A-1', to: null },
          { field: 'inv_by_business_unit_flg', from: false, to: true },
        ],
      ],
      ['Sam Lee', 'created', expect.arrayContaining([{ field: 'name', from: null, to: account.name }])],
    ])
    expect((await on.advanced('GET', `/v1/history/account/${account.pm_dsh_ud}`)).status).toBe(403)
  })

  test('an account is never below itself, and only the provider’s own has no parent', async () => {
    const { body: upper } = await create()
    const { body: lower } = await create({ pm_parent_dsh_ud: upper.pm_dsh_ud })
    const edit = async (id: number, form: object) =>
      faults((await superAdmin('PUT', `/v1/dashboards/${id}`, form)).body)
    const below = [['pm_parent_dsh_ud', 'This account does not exist, or is below the account itself']]
    expect([
      await edit(upper.pm_dsh_ud, { pm_parent_dsh_ud: lower.pm_dsh_ud }),
      await edit(upper.pm_dsh_ud, { pm_parent_dsh_ud: upper.pm_dsh_ud }),
      await edit(upper.pm_dsh_ud, { pm_parent_dsh_ud: null }),
      await edit(INTERNAL_ACCOUNT, { pm_parent_dsh_ud: upper.pm_dsh_ud }),
      await edit(upper.pm_dsh_ud, { name: lower.name }),
    ]).toEqual([
      below,
      below,
      [['pm_parent_dsh_ud', 'Parent account is required']],
      [
        ['pm_parent_dsh_ud', 'The provider’s own account has no parent account'],
        ['pm_parent_dsh_ud', 'This account does not exist, or is below the account itself'],
      ],
      [['name', 'Another account has this name']],
    ])
  })

  test('one that does not exist is neither read nor changed', async () => {
    const missing = await Promise.all([
      superAdmin('GET', '/v1/dashboards/999999'),
      superAdmin('PUT', '/v1/dashboards/999999', { client_cpi_flg: false }),
      superAdmin('POST', '/v1/dashboards/999999/suspend'),
      superAdmin('GET', '/v1/history/account/999999'),
    ])
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})
