import { describe, expect, test } from 'vitest'
import type { FieldFault } from '../form/form.fields.ts'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { DialogUser, DialogViewer, UserDialogEvent } from './user-dialog.events.ts'
import { userDialogMachine } from './user-dialog.machine.ts'
import { dialogRights } from './user-dialog.rights.ts'
import { asksToDelete, dialog } from './user-dialog.selectors.ts'

function after(...events: readonly UserDialogEvent[]) {
  let { snapshot } = start(userDialogMachine)
  let commands: readonly CommandFrom<typeof userDialogMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(userDialogMachine, snapshot, event))
  return { snapshot, commands, shown: dialog(snapshot) }
}

const viewer = (over: Partial<DialogViewer> = {}): DialogViewer => ({
  uid: 1,
  isSuperAdmin: true,
  isAdminGroup: true,
  isStaffAccount: false,
  isDeskAccount: true,
  invoicesByBusinessUnit: false,
  ...over,
})
const user = (over: Partial<DialogUser> = {}): DialogUser => ({
  uid: 12,
  role_id: 2,
  isStaffUser: false,
  isGuest: false,
  version: 'a',
  ...over,
})
const create: UserDialogEvent = { type: 'userDialog.createRequested', viewer: viewer() }
const edit = (of: DialogUser = user(), by: DialogViewer = viewer()): UserDialogEvent => ({
  type: 'userDialog.editRequested',
  viewer: by,
  user: of,
})
const save = (isPasswordFilled = false): UserDialogEvent => ({
  type: 'user.saveRequested',
  values: { firstname: 'Ann' },
  isPasswordFilled,
})
const answered = (status: number, message = '', callNo = 1): UserDialogEvent => ({
  type: 'user.saveAnswered',
  callNo,
  status,
  message,
  uid: 12,
})
const failed = (details: readonly { path: string[]; message: string }[] = []): UserDialogEvent => ({
  type: 'user.saveFailed',
  callNo: 1,
  details,
  why: 'No answer.',
})
const deleting = [{ type: 'user.deleteRequested' }, { type: 'user.deleteConfirmed' }] as const
const deleted = (status: number, message = ''): UserDialogEvent => ({
  type: 'user.deleteAnswered',
  callNo: 1,
  status,
  message,
})

const told = (isSaved: boolean, message: string | null = null, details: readonly FieldFault[] = []) => ({
  type: 'notify',
  params: { machine: 'app', event: { type: 'userForm.answered', isSaved, message, details } },
})
const success = (text: string) => ({ type: 'toast', params: { kind: 'success', text } })
const REFRESH = { type: 'refreshUsers' }
const FAILED = 'Something went wrong. Please try again later'

describe('saving a user (§4.11)', () => {
  test('shows a loading state, then closes with ‘User created successfully’ or ‘User updated successfully’ (§4.11)', () => {
    expect([after(create, save()).shown?.isBusy, after(edit(), save()).shown?.isBusy]).toEqual([true, true])
    expect(
      [after(create, save(), answered(0)), after(edit(), save(), answered(0))].map(({ commands, shown }) => [
        commands,
        shown,
      ]),
    ).toEqual([
      [[told(true), success('User created successfully'), REFRESH], null],
      [[told(true), success('User updated successfully'), REFRESH], null],
    ])
  })
  test('on create the password is dropped; on edit an empty one is, and is_username_update is sent; super admins send is_super_admin (§5.27, §6.8)', () => {
    const sent = (uid: number | null, sendsPassword: boolean, is_super_admin = true) => [
      {
        type: 'saveUser',
        params: {
          callNo: 1,
          uid,
          version: uid === null ? null : 'a',
          values: { firstname: 'Ann' },
          sendsPassword,
          is_username_update: uid !== null,
          is_super_admin,
        },
      },
    ]
    expect([
      after(create, save(true)).commands,
      after(edit(), save()).commands,
      after(edit(), save(true)).commands,
      after(edit(user(), viewer({ isSuperAdmin: false })), save()).commands,
    ]).toEqual([sent(null, false), sent(12, false), sent(12, true), sent(12, false, false)])
  })
  test('saving one’s own user is followed by a check of the session (§4.11)', () => {
    expect(after(edit(user({ uid: 1 })), save(), answered(0)).commands).toEqual([
      told(true),
      success('User updated successfully'),
      REFRESH,
      { type: 'notify', params: { machine: 'app', event: { type: 'ownUser.changed' } } },
    ])
  })
  test.each([create, edit()])('a status that is not 0 shows the server’s message, or the fallback (§8.5)', opened => {
    const outcomes = [after(opened, save(), answered(1, 'Taken.')), after(opened, save(), answered(1))].map(
      ({ shown, commands }) => [shown?.title, shown?.isBusy, shown?.error, commands],
    )
    const title = opened === create ? 'New User' : 'Update User'
    expect(outcomes).toEqual([
      [title, false, 'Taken.', [told(false, 'Taken.')]],
      [title, false, FAILED, [told(false, FAILED)]],
    ])
  })
  test.each([create, edit()])('an exception shows the fallback, and says more where more is known (§8.6)', opened => {
    const { shown, commands } = after(opened, save(), failed())
    expect([shown?.error, shown?.hint, shown?.isBusy, commands]).toEqual([
      FAILED,
      'No answer.',
      false,
      [told(false, FAILED)],
    ])
  })
  test.each([create, edit()])('faults of fields go to the form and show only there (§5.28)', opened => {
    const details = [{ path: ['username'], message: 'taken' }]
    const { shown, commands } = after(opened, save(), failed(details))
    expect([shown?.error, shown?.hint, commands]).toEqual([null, null, [told(false, null, details)]])
  })
  test('shows another admin’s change, and the next save overwrites it deliberately', () => {
    const conflicted = { type: 'user.saveConflicted', callNo: 1, version: 'b', why: 'Lastname is now Byron.' } as const
    const { shown, commands } = after(edit(), save(), conflicted)
    expect([shown?.title, shown?.isBusy, shown?.error, shown?.hint, commands]).toEqual([
      'Update User',
      false,
      'This user changed after you opened it',
      'Lastname is now Byron.',
      [told(false, 'This user changed after you opened it')],
    ])
    const again = after(edit(), save(), conflicted, save())
    expect([again.shown?.error, again.shown?.hint, again.commands]).toEqual([
      null,
      null,
      [
        {
          type: 'saveUser',
          params: {
            callNo: 2,
            uid: 12,
            version: 'b',
            values: { firstname: 'Ann' },
            sendsPassword: false,
            is_username_update: true,
            is_super_admin: true,
          },
        },
      ],
    ])
    expect(
      [after(create, save(), conflicted), after(edit(), save(), { ...conflicted, callNo: 0 })].map(each => [
        each.shown?.isBusy,
        each.commands,
      ]),
    ).toEqual([
      [true, []],
      [true, []],
    ])
  })
  test('a save without a confirmation returns to the form without an error; an earlier one counts no more (S8)', () => {
    const withdrawn = (callNo: number) => ({ type: 'user.saveWithdrawn', callNo }) as const
    const { shown, commands } = after(edit(), save(), withdrawn(1))
    expect([shown?.title, shown?.isBusy, shown?.error, shown?.hint, commands]).toEqual([
      'Update User',
      false,
      null,
      null,
      [told(false)],
    ])
    expect(
      [after(edit(), save(), withdrawn(0)), after(create, save(), withdrawn(1))].map(each => [
        each.shown?.isBusy,
        each.commands,
      ]),
    ).toEqual([
      [true, []],
      [true, []],
    ])
  })
  test('saves once, cannot be closed during the save, and drops answers to older calls', () => {
    const close: UserDialogEvent = { type: 'userDialog.closeRequested' }
    expect([
      after(create, save(), save()).commands,
      after(create, save(), close).shown?.isBusy,
      after(create, close).shown,
      after(create, save(), answered(0, '', 0)).shown?.isBusy,
    ]).toEqual([[], true, null, true])
  })
})

describe('deleting a user (§4.11, §6.9)', () => {
  test('needs confirmation, and is asked once (§4.11)', () => {
    expect([
      asksToDelete(after(edit(), deleting[0]).snapshot),
      asksToDelete(after(edit(), deleting[0], { type: 'user.deleteDeclined' }).snapshot),
      after(edit(), ...deleting).commands,
      after(edit(), ...deleting, deleting[1]).commands,
    ]).toEqual([true, false, [{ type: 'deleteUser', params: { callNo: 1, uid: 12 } }], []])
  })
  test('closes when it is done; else shows the server’s message or the fallback (§8.5, §8.6)', () => {
    expect([after(edit(), ...deleting, deleted(0)).commands, after(edit(), ...deleting, deleted(0)).shown]).toEqual([
      [success('User deleted successfully'), REFRESH],
      null,
    ])
    expect(
      [deleted(1, 'No.'), deleted(1), { type: 'user.deleteFailed', callNo: 1, why: 'No answer.' } as const]
        .map(answer => after(edit(), ...deleting, answer).shown)
        .map(shown => [shown?.error, shown?.hint, shown?.isBusy]),
    ).toEqual([
      ['No.', null, false],
      [FAILED, null, false],
      [FAILED, 'No answer.', false],
    ])
    expect([after(edit(), ...deleting).shown?.isDeleting, after(edit(), save()).shown?.isDeleting]).toEqual([
      true,
      false,
    ])
  })
  test('only a super admin may delete, and no user themselves (§6.9)', () => {
    const opened = [edit(), edit(user(), viewer({ isSuperAdmin: false })), edit(user({ uid: 1 })), create]
    expect(opened.map(each => [after(each).shown?.canDelete, asksToDelete(after(each, deleting[0]).snapshot)])).toEqual(
      [
        [true, true],
        [false, false],
        [false, false],
        [false, false],
      ],
    )
  })
})

describe('what the dialog offers (§6.7, §6.8, §2.41)', () => {
  test('is titled New User or Update User; passwords show on edit alone (§2.41)', () => {
    expect(
      [create, edit()].map(each => [
        after(each).shown?.title,
        after(each).shown?.showsPassword,
        after(each).shown?.uid,
      ]),
    ).toEqual([
      ['New User', false, null],
      ['Update User', true, 12],
    ])
  })
  test('the super admin role shows to a super admin on a staff-side account, and to editors of a super admin (§6.7)', () => {
    const roles = (by: Partial<DialogViewer>, of: DialogUser | null = user()) => dialogRights(viewer(by), of).roleIds
    expect([
      roles({ isStaffAccount: true }),
      roles({}),
      roles({ isSuperAdmin: false, isStaffAccount: true }),
      roles({ isSuperAdmin: false }, user({ role_id: 3 })),
      roles({}, null),
    ]).toEqual([
      [1, 2, 4, 5, 3],
      [1, 2, 4, 5],
      [1, 2, 4, 5],
      [1, 2, 4, 5, 3],
      [1, 2, 4, 5],
    ])
  })
  test('a super admin is read-only for an admin who is none, and is not saved (§6.7)', () => {
    const chief = user({ role_id: 3 })
    const readOnly = (by: Partial<DialogViewer>, of = chief) => after(edit(of, viewer(by))).shown?.isReadOnly
    expect([
      readOnly({ isSuperAdmin: false }),
      readOnly({}),
      readOnly({ isSuperAdmin: false }, user({ uid: 1, role_id: 3 })),
      readOnly({ isSuperAdmin: false }, user()),
    ]).toEqual([true, false, false, false])
    expect(after(edit(chief, viewer({ isSuperAdmin: false })), save()).commands).toEqual([])
  })
  test('a guest of the account is read-only for an admin who is no super admin, and is not saved', () => {
    const guest = user({ isGuest: true })
    expect(
      [{ isSuperAdmin: false }, {}, { isSuperAdmin: false, uid: guest.uid }].map(
        by => after(edit(guest, viewer(by))).shown?.isReadOnly,
      ),
    ).toEqual([true, false, false])
    expect(after(edit(guest, viewer({ isSuperAdmin: false })), save()).commands).toEqual([])
  })
  test('Role and Project Manager show for admin-group users (§6.7)', () => {
    expect([
      dialogRights(viewer(), null).showsRole,
      dialogRights(viewer({ isAdminGroup: false }), null).showsRole,
    ]).toEqual([true, false])
  })
  test('the permissions section shows to super admins on desk accounts (§6.8)', () => {
    const names = (by: Partial<DialogViewer>, of: DialogUser | null = user()) =>
      dialogRights(viewer(by), of).permissions.map(({ name, isEditable }) => (isEditable ? name : `${name} (rests)`))
    const others = ['custom_qual_create', 'auto_boost_access', 'view_recon_indicator']
    expect([
      names({ isSuperAdmin: false }),
      names({ isDeskAccount: false }),
      names({}),
      names({ invoicesByBusinessUnit: true }, user({ isStaffUser: true })),
      names({ isStaffAccount: true }, null),
    ]).toEqual([
      [],
      [],
      ['advanced_source_view_external', 'account_switch_enabled (rests)', ...others],
      ['advanced_source_view_external', 'account_switch_enabled', 'edit_business_unit_flg', ...others],
      ['advanced_stream_view', 'account_switch_enabled', ...others],
    ])
    expect(
      dialogRights(viewer({ invoicesByBusinessUnit: true }), null)
        .permissions.map(({ label }) => label)
        .slice(1),
    ).toEqual([
      'Allow account switching',
      'User can edit Business unit',
      'User can create custom quals',
      'User can access Auto-Boost',
      'User view includes Recon Indicator',
    ])
  })
})

test('the dialog ends with the session and leaves nothing behind (law 4)', () => {
  const ways: readonly (readonly UserDialogEvent[])[] = [[create], [edit()], [edit(), save()], [edit(), ...deleting]]
  expect(
    ways
      .map(way => after(...way, { type: 'session.ended' }))
      .map(({ shown, commands, snapshot }) => [shown, commands, snapshot.context.user]),
  ).toEqual(ways.map(() => [null, [], null]))
})
