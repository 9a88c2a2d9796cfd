import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { DEFAULT_CONFIG } from '#runtime/config.ts'
import { createRecordedDesk } from '#runtime/recorded/create-recorded-desk.ts'
import { recordedAfter, signedInAt, type Heard } from '#runtime/testing/recorded-after.ts'
import { RecordedApp } from './recorded-app.tsx'

const ADMIN = { ...SAMPLE_USER, role_id: 1, can_open_user_settings: true } as const
const AT_HAND = { config: DEFAULT_CONFIG, lists: {} } as const
const TABLE = '/projects/5/survey/9/streams'
const SOURCE = '/projects/5/survey/9/stream/7'

/** A source's form was opened, and something typed into it. */
const TYPED: readonly Heard[] = [
  [
    'form/1',
    {
      type: 'form.opened',
      form: 'source.edit 7',
      fields: [
        'stream_name',
        'respondents',
        'pacing',
        'click_balancing',
        'out_of_field_date',
        'out_of_field_time_zone_code',
      ].map(name => ({ name, isSecret: false })),
      values: {
        stream_name: 'South panel',
        respondents: '100',
        pacing: 1,
        click_balancing: false,
        out_of_field_date: '2027-03-01T18:00',
        out_of_field_time_zone_code: 15,
      },
    },
  ],
  ['form/1', { type: 'field.changed', field: 'stream_name', value: 'South panel, second wave' }],
]

const ASKED: Heard = [
  'status-change',
  {
    type: 'status.changeRequested',
    scope: 'source',
    id: 7,
    name: 'North panel',
    from: 1,
    to: 2,
    version: 3,
    effects: null,
  },
]

const EDITED_USER: readonly Heard[] = [
  [
    'user-dialog/1',
    {
      type: 'userDialog.editRequested',
      viewer: {
        uid: 11,
        isSuperAdmin: false,
        isAdminGroup: true,
        isStaffAccount: false,
        isDeskAccount: true,
        invoicesByBusinessUnit: false,
      },
      user: { uid: 12, role_id: 2, isStaffUser: false, isGuest: false, version: 'a' },
    },
  ],
  [
    'form/2',
    {
      type: 'form.opened',
      form: 'user.edit 12',
      fields: ['firstname', 'lastname', 'username', 'role_id'].map(name => ({ name, isSecret: false })),
      values: { firstname: 'Ada', lastname: 'Byron', username: 'ada@acme.example', role_id: 2 },
    },
  ],
  ['form/2', { type: 'field.changed', field: 'firstname', value: 'Adele' }],
]

const drawn = async (...heard: readonly Heard[]) => {
  const recorded = createRecordedDesk(recordedAfter(heard), AT_HAND)
  const page = await render(<RecordedApp recorded={recorded} />)
  return { page, recorded, show: (...next: readonly Heard[]) => recorded.show(recordedAfter(next)) }
}

afterEach(() => void vi.restoreAllMocks())

test('a replayed list has its column heads and filters, and says that its rows were not recorded', async () => {
  const { page } = await drawn(...signedInAt(`/projects?status=${STATUS_CODES.live}`))
  await expect.element(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Clear Status' })).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Projects' })
  await expect.element(grid.getByRole('columnheader').first()).toBeVisible()
  await expect.element(grid.getByRole('gridcell')).toHaveTextContent('Not recorded')
})

test('a survey’s source table is shown with the dialog that was open', async () => {
  const { page, show } = await drawn(...signedInAt(TABLE), ASKED)
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('North panel')
  show(...signedInAt(TABLE), ASKED, ['status-change', { type: 'status.confirmationRejected' }])
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('grid', { name: 'Sources' }).getByRole('gridcell'))
    .toHaveTextContent('Not recorded')
})

test('a source’s form is drawn with its typed values, before and after', async () => {
  const { page, show } = await drawn(...signedInAt(SOURCE, ADMIN), ...TYPED)
  const name = page.getByRole('textbox', { name: /^Source Name/ })
  await expect.element(name).toHaveValue('South panel, second wave')
  await expect.element(page.getByText('Unsaved changes')).toBeVisible()
  show(...signedInAt(SOURCE, ADMIN), ...TYPED.slice(0, 1))
  await expect.element(name).toHaveValue('South panel')
  await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument()
})

test('the user dialog is shown over its list, and goes when it was closed', async () => {
  const { page, show } = await drawn(...signedInAt('/admin/users', ADMIN), ...EDITED_USER)
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await expect.element(dialog.getByRole('textbox', { name: /^Firstname/ })).toHaveValue('Adele')
  await expect.element(dialog.getByRole('textbox', { name: /^Lastname/ })).toHaveValue('Byron')
  show(...signedInAt('/admin/users', ADMIN))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('grid', { name: 'Users' })).toHaveTextContent('Not recorded')
})

test('after a sign-out the sign-in page shows, and stepping back signs in again', async () => {
  const { page, show } = await drawn(['session', { type: 'app.started', hasToken: false, path: '/login' }])
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  show(...signedInAt('/projects'))
  await expect.element(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('a step from the sign-in page to a dialog shows the page first and the dialog over it: nothing of the page begins inert', async () => {
  const warned = vi.spyOn(console, 'warn')
  const { page, show } = await drawn(['session', { type: 'app.started', hasToken: false, path: '/login' }])
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  show(...signedInAt('/admin/users', ADMIN), ...EDITED_USER)
  await expect.element(page.getByRole('dialog', { name: 'Update User' })).toBeVisible()
  await expect.element(page.getByRole('grid', { name: 'Users', includeHidden: true })).toHaveTextContent('Not recorded')
  expect(warned.mock.calls).toEqual([])
})

test('a replay makes no call, writes nothing and posts no message (R2)', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  const written = vi.spyOn(Storage.prototype, 'setItem')
  const opened = vi.spyOn(IDBFactory.prototype, 'open')
  const sent = vi.spyOn(navigator, 'sendBeacon')
  const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  const { page, show } = await drawn(...signedInAt('/projects', ADMIN))
  await expect.element(page.getByRole('grid', { name: 'Projects' })).toHaveTextContent('Not recorded')
  show(...signedInAt(SOURCE, ADMIN), ...TYPED)
  await expect.element(page.getByRole('textbox', { name: /^Source Name/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect([fetched, written, opened, sent, posted].map(({ mock }) => mock.calls)).toEqual([[], [], [], [], []])
})
