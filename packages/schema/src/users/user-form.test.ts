import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { AgreeingPasswords, changedUserTexts, editedUserForm, NewUserForm, NewUserTexts } from './user-form.ts'
import { NEW_USER_DEFAULTS } from './user.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
function faults(schema: Schema.Decoder<unknown>, values: unknown): readonly (readonly [string, string])[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(({ path, message }) => [(path ?? []).map(String).join('_'), message])
}
const ADA = { firstname: 'Ada', lastname: 'Byron', username: 'Ada@acme.example' }

describe('the form that makes a user', () => {
  test('needs a name and an e-mail address (§5.24)', () => {
    expect([
      faults(NewUserTexts, ADA),
      faults(NewUserTexts, {}),
      faults(NewUserTexts, { firstname: ' ', lastname: '', username: '' }),
    ]).toEqual([
      [],
      ...Array.from({ length: 2 }, () => [
        ['firstname', 'Firstname is required'],
        ['lastname', 'Lastname is required'],
        ['username', 'Username Must be a valid email'],
      ]),
    ])
  })

  test.each([
    'ada',
    'ada@',
    '@acme',
    'a b@acme.example',
    'ada@acme.example,eve@acme.example',
    '<ada@acme.example>',
    'ada@acme..example',
    `${'a'.repeat(65)}@acme.example`,
    'ada@acme.example\r\nBcc: eve@acme.example',
  ])('%j is no e-mail address (§5.24)', username => {
    expect(faults(NewUserTexts, { ...ADA, username })).toEqual([['username', 'Username Must be a valid email']])
  })

  test('a long e-mail address is checked at once (I5)', () => {
    expect(faults(NewUserTexts, { ...ADA, username: `a@${'a.'.repeat(50_000)}` })).toEqual([
      ['username', 'Username Must be a valid email'],
    ])
  })
})

describe('the form that edits a user', () => {
  const form = editedUserForm('desk')
  const CHOSEN = { ...NEW_USER_DEFAULTS, user_time_zone: 15 }
  const EDITED = { ...ADA, ...CHOSEN }
  test('has its fields in the order of the dialog (§2.41, §3.3)', () => {
    const flags = [
      'advanced_stream_view',
      'advanced_source_view_external',
      'account_switch_enabled',
      'edit_business_unit_flg',
      'custom_qual_create',
      'auto_boost_access',
      'view_recon_indicator',
    ]
    const ofNew = ['firstname', 'lastname', 'user_time_zone', 'username', 'role_id', 'is_consultant', ...flags]
    expect([Object.keys(NewUserForm.fields), Object.keys(form.fields)]).toEqual([
      ofNew,
      [...ofNew, 'password', 'confirm_password'],
    ])
    expect([faults(NewUserForm, EDITED), faults(NewUserForm, CHOSEN).map(([field]) => field)]).toEqual([
      [],
      ['firstname', 'lastname', 'username'],
    ])
  })
  test('reads an empty password as none (§5.25)', () => {
    expect([faults(form, EDITED), faults(form, { ...EDITED, password: '', confirm_password: '' })]).toEqual([[], []])
  })
  test('names each rule that a password breaks (§5.25)', () => {
    expect(faults(form, { ...EDITED, password: ' ', confirm_password: ' ' })).toEqual([
      ['password', 'Password must be at least 8 characters'],
      ['password', 'Password must contain at least one lowercase letter'],
      ['password', 'Password must contain at least one uppercase letter'],
      ['password', 'Password must contain at least one digit'],
      ['password', 'Password must contain at least one symbol'],
    ])
  })
  test('asks for the password twice (§5.26)', () => {
    expect(
      ['Kettle-brass-8', undefined].map(confirm_password =>
        faults(AgreeingPasswords, {
          password: 'Kettle-brass-9',
          ...(confirm_password === undefined ? {} : { confirm_password }),
        }),
      ),
    ).toEqual(Array.from({ length: 2 }, () => [['confirm_password', 'Passwords do not match']]))
  })
  test('follows the policy that is set (S7)', () => {
    expect(
      faults(editedUserForm('nist'), { ...EDITED, password: 'Kettle-brass-9', confirm_password: 'Kettle-brass-9' }),
    ).toEqual([['password', 'Password must be at least 15 characters']])
  })
})

test('changes follow the same rules, and may omit any field', () => {
  const changes = changedUserTexts('desk')
  expect([
    faults(changes, {}),
    faults(changes, { lastname: '' }),
    faults(changes, { password: 'Kettle-brass-9', confirm_password: '' }),
  ]).toEqual([[], [['lastname', 'Lastname is required']], [['confirm_password', 'Passwords do not match']]])
})
