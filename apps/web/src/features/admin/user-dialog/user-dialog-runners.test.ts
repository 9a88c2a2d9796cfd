import type { CurrentUser } from '@desk/schema/users/current-user'
import { message, otherErrors } from '@desk/machines/form/form.selectors'
import { NEW_USER_DEFAULTS, type User } from '@desk/schema/users/user'
import { describe, expect, test, vi } from 'vitest'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { ApiError, GENERIC_FAILURE } from '#runtime/api/api-error.ts'
import { openApp } from '#runtime/app/app.ts'
import { openUserDialog } from './user-dialog-runners.ts'
import { NotConfirmed } from '#kit/confirmation/not-confirmed.ts'
import type { Confirmed } from '#kit/confirmation/use-confirmation.tsx'
import { conflictWords, saveFailureWords } from './save-words.ts'

const VIEWER = {
  uid: 1,
  isSuperAdmin: false,
  isAdminGroup: true,
  isStaffAccount: false,
  isDeskAccount: true,
  invoicesByBusinessUnit: false,
}
// Of the present user only what the dialog asks for.
const ME = { uid: 1, pm_dsh_ud: 11, isRepdataUser: false } as CurrentUser
const ADA: User = {
  ...NEW_USER_DEFAULTS,
  uid: 12,
  firstname: 'Ada',
  lastname: 'Byron',
  username: 'ada@acme.example',
  role_id: 2,
  user_time_zone: 15,
  is_super_admin: false,
  isRepdataUser: false,
  has_password: true,
  new_username: null,
  second_factor_on: false,
  last_sign_in_at: null,
  is_active: true,
  in_directory: false,
  signs_on: false,
  home_pm_dsh_ud: 11,
  version: 1,
}
const DONE = { status: 0, message: 'User updated successfully', data: { uid: 12 } }

const CONFIRMATION = { present_password: 'Present-pass-1' }

function opened(answer: () => Promise<unknown>, edited = ADA, confirm: Confirmed = send => send(CONFIRMATION)) {
  const journal: unknown[] = []
  const calls: unknown[] = []
  const call = async (key: string, request: unknown) => {
    calls.push([key, request])
    return answer()
  }
  const ports = { toast: vi.fn(), refreshUsers: vi.fn(), goTo: vi.fn(), focusField: vi.fn() }
  const app = openApp({})
  const session: string[] = []
  app.join('session', ({ type: heard }) => void session.push(heard))
  app.send({ type: 'page.loaded', hasToken: true, path: '/admin/users', canLink: false })
  app.send({ type: 'session.began', uid: 1, pm_dsh_ud: 11, atMs: 0 })
  const runners = openUserDialog(
    {
      ...ports,
      app,
      confirmed: send => confirm(send),
      api: { call } as unknown as ApiClient, // A substitute for the two calls of this test.
      recorder: {
        instanceOf: machine => `${machine}/1`,
        record: (machine, event, state) => void journal.push([machine, event, state]),
      },
      policy: 'desk',
      zoneName: String,
    },
    false,
  )
  runners.open(VIEWER, ME, edited)
  const type = (password: string, again: string) => {
    for (const [field, text] of [
      ['password', password],
      ['confirm_password', again],
    ] as const) {
      runners.passwords.type(field, text)
      runners.form.send({ type: 'secretField.changed', field, isFilled: text !== '' })
    }
  }
  return { runners, calls, journal, ports, type, app, session }
}
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('the dialog’s two machines, linked by the app machine', () => {
  test('a password is sent, and is in no event, no state and no field afterwards (§5.27)', async () => {
    const { runners, calls, journal, type, ports } = opened(async () => DONE)
    type('Kettle-brass-10', 'Kettle-brass-10')
    runners.form.send({ type: 'form.submitRequested' })
    await settled()
    const { uid: _uid, ...stored } = {
      uid: 12,
      firstname: 'Ada',
      lastname: 'Byron',
      user_time_zone: 15,
      username: 'ada@acme.example',
      ...NEW_USER_DEFAULTS,
      role_id: 2,
    }
    expect(calls).toEqual([
      [
        'users.update',
        {
          params: { id: 12 },
          payload: {
            uid: 12,
            ...stored,
            is_username_update: true,
            version: 1,
            password: 'Kettle-brass-10',
            confirm_password: 'Kettle-brass-10',
            confirmation: CONFIRMATION,
          },
        },
      ],
    ])
    expect([
      JSON.stringify(journal).includes('Kettle'),
      runners.passwords.read(),
      ports.toast.mock.calls,
      ports.refreshUsers.mock.calls.length,
    ]).toEqual([false, { password: '', confirm_password: '' }, [['success', 'User updated successfully']], 1])
  })

  test('a new username and a password are sent with a confirmation, everything else without; if the user cancels it, the form goes on as it was (S8)', async () => {
    const sent = async (change: (of: ReturnType<typeof opened>) => void, confirm?: Confirmed) => {
      const of = opened(async () => DONE, ADA, confirm)
      change(of)
      of.runners.form.send({ type: 'form.submitRequested' })
      await settled()
      return [
        of.calls.map(call => (call as [string, { payload: { confirmation?: unknown } }])[1].payload.confirmation),
        [message(of.runners.form.getSnapshot()), ...otherErrors(of.runners.form.getSnapshot())],
        of.runners.passwords.read().password,
      ]
    }
    const rename = ({ runners }: ReturnType<typeof opened>) =>
      runners.form.send({ type: 'field.changed', field: 'username', value: 'ada.l@acme.example' })
    const rewrite = ({ runners }: ReturnType<typeof opened>) =>
      runners.form.send({ type: 'field.changed', field: 'username', value: ' Ada@acme.example' })
    const givenUp: Confirmed = () => Promise.reject(new NotConfirmed())
    expect([
      await sent(rename),
      await sent(rewrite),
      await sent(rename, givenUp),
      await sent(({ type }) => type('Kettle-brass-10', 'Kettle-brass-10'), givenUp),
    ]).toEqual([
      [[CONFIRMATION], [null], ''],
      [[undefined], [null], ''],
      [[], [null], ''],
      [[], [null], 'Kettle-brass-10'],
    ])
  })

  test('differing passwords show a fault under the second one, even while another field is wrong (§5.26)', () => {
    const { runners, type, ports } = opened(async () => DONE)
    type('Kettle-brass-10', 'other')
    runners.form.send({ type: 'field.changed', field: 'firstname', value: '' })
    runners.form.send({ type: 'form.submitRequested' })
    expect([runners.form.getSnapshot().context.errors, ports.focusField.mock.calls]).toEqual([
      { firstname: 'Firstname is required', confirm_password: 'Passwords do not match' },
      [['firstname']],
    ])
    type('other', 'other')
    expect(runners.form.getSnapshot().context.errors['confirm_password']).toBeUndefined()
  })

  test('a password that contains the form’s username shows a fault at its field (S7)', () => {
    const { runners, type, calls } = opened(async () => DONE)
    const said = (password: string) => {
      type(password, password)
      runners.form.send({ type: 'form.submitRequested' })
      return runners.form.getSnapshot().context.errors
    }
    runners.form.send({ type: 'field.changed', field: 'username', value: 'lovelace@acme.example' })
    expect([said('Lovelace-1815'), said('lovelace-'), calls]).toEqual([
      { password: 'Password must not contain the username' },
      { password: 'Password must contain at least one uppercase letter' },
      [],
    ])
  })

  test('a save refused as stale is sent again with the new version', async () => {
    const answers = [
      Promise.reject(
        new ApiError({
          status: 409,
          message: 'Changed.',
          reason: 'stale_version',
          current: { ...ADA, lastname: 'King', version: 2 },
        }),
      ),
      Promise.resolve(DONE),
    ]
    const { runners, calls } = opened(() => answers.shift() ?? Promise.reject(new Error('One call too many.')))
    for (let times = 0; times < 2; times += 1) {
      runners.form.send({ type: 'form.submitRequested' })
      await settled()
    }
    expect(calls.map(call => (call as [string, { payload: { version: number } }])[1].payload.version)).toEqual([1, 2])
    expect(runners.dialog.getSnapshot().value).toBe('closed')
  })

  test('the end of the session leaves nothing behind (law 4)', () => {
    for (const end of [{ type: 'session.finished', isEnded: true }, { type: 'session.accountChanged' }] as const) {
      const { runners, app, type } = opened(async () => DONE)
      type('Kettle-brass-10', 'Kettle-brass-10')
      // as the dialog's screen does
      runners.dialog.subscribe(snapshot => {
        if (snapshot.matches('closed')) runners.close()
      })
      app.send(end)
      expect([
        runners.dialog.getSnapshot().value,
        runners.form.getSnapshot().context.values,
        runners.dialog.getSnapshot().context.user,
        runners.passwords.read(),
      ]).toEqual(['closed', {}, null, { password: '', confirm_password: '' }])
    }
  })

  test('saving one’s own user has the session checked, saving another does not (§4.11)', async () => {
    const checks: unknown[] = []
    for (const edited of [ADA, { ...ADA, uid: 1 }]) {
      const { runners, session } = opened(async () => DONE, edited)
      runners.form.send({ type: 'form.submitRequested' })
      await settled()
      checks.push(session)
    }
    expect(checks).toEqual([['app.started'], ['app.started', 'session.recheckRequested']])
  })

  test('leaving closes the dialog, and leads to the page that was asked for', () => {
    const { runners, ports } = opened(async () => DONE)
    runners.form.send({ type: 'form.leaveRequested', to: '/projects' })
    expect([runners.form.getSnapshot().value, runners.dialog.getSnapshot().value, ports.goTo.mock.calls]).toEqual([
      'closed',
      'closed',
      [['/projects']],
    ])
  })

  test('an answer after the page dropped the dialog reaches no other form', async () => {
    let answer: (done: typeof DONE) => void = () => undefined
    const first = opened(() => new Promise(resolve => (answer = resolve)))
    first.runners.form.send({ type: 'form.submitRequested' })
    first.runners.close()
    const heard: string[] = []
    first.app.join('form/user', ({ type }) => void heard.push(type))
    answer(DONE)
    await settled()
    expect([heard, first.ports.toast.mock.calls]).toEqual([[], [['success', 'User updated successfully']]])
  })
})

describe('the message of a failed save (§8.6)', () => {
  test('a lost network says what to do; a refusal says the server’s reason; nothing else is made up', () => {
    const lost = new ApiError({ status: 0, message: GENERIC_FAILURE })
    expect([
      saveFailureWords(lost, false),
      saveFailureWords(lost, true),
      saveFailureWords(new ApiError({ status: 403, message: 'Not here.' }), false),
      saveFailureWords(new ApiError({ status: 500, message: GENERIC_FAILURE }), false),
      saveFailureWords(new Error('x'), false),
    ]).toEqual([
      'The server did not answer. Your entries are still here: check your connection, then press Save again.',
      'The server did not answer. Your entries are still here: check your connection, then press Save again. Should the username then be taken, the user was made by the first try.',
      'Not here.',
      null,
      null,
    ])
  })
  test('a conflict names the changes of the other user', () => {
    const kept = 'Save replaces it with your entries, Cancel discards yours.'
    expect([
      conflictWords(
        ADA,
        { ...ADA, firstname: 'Eve', role_id: 1, user_time_zone: 3, is_consultant: true },
        code => `zone ${code}`,
      ),
      conflictWords(ADA, { ...ADA, custom_qual_create: true }, String),
    ]).toEqual([
      `Another user changed it: Firstname is now “Eve”, Timezone is now zone 3, Role is now Admin, Project Manager is now on. ${kept}`,
      `Another user changed the permissions. ${kept}`,
    ])
  })
})
