import { secret } from '@desk/schema/journal/secret'
import { Schema } from 'effect'
import { describe, expect, test } from 'vitest'
import { receive } from '../journal/receive.ts'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { FormEvent } from './form.events.ts'
import { describeForm, faultsOf } from './form.fields.ts'
import { formMachine } from './form.machine.ts'
import * as form from './form.selectors.ts'

const filled = (label: string) => Schema.String.check(Schema.isMinLength(1, { message: `${label} is required` }))
const User = Schema.Struct({
  firstname: filled('Firstname'),
  lastname: filled('Lastname'),
  password: secret(Schema.String),
  confirm_password: secret(Schema.String),
}).check(
  Schema.makeFilter(
    ({ password, confirm_password }) =>
      password === confirm_password || { path: ['confirm_password'], issue: 'Passwords do not match' },
  ),
)

function after(...events: readonly FormEvent[]) {
  let { snapshot } = start(formMachine)
  let commands: readonly CommandFrom<typeof formMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(formMachine, snapshot, event))
  return { snapshot, commands }
}
const asked = (...events: readonly FormEvent[]) => after(...events).commands

const opened: FormEvent = {
  type: 'form.opened',
  form: 'user.edit 12',
  fields: describeForm(User),
  values: { firstname: 'Ann', lastname: 'Lee' },
}
const typed = (value: string, field = 'firstname'): FormEvent => ({ type: 'field.changed', field, value })
const validated = (message: string | null, field = 'firstname'): FormEvent => ({
  type: 'field.validated',
  field,
  message,
})
const submitted: FormEvent = { type: 'form.submitRequested' }
const checked = (faults: readonly { path: string[]; message: string }[] = [], attemptNo = 1): FormEvent => ({
  type: 'form.validated',
  attemptNo,
  faults,
})
const saved: FormEvent = { type: 'form.saved', attemptNo: 1 }
const refused: FormEvent = {
  type: 'form.refused',
  attemptNo: 1,
  message: 'Not saved.',
  details: [
    { path: ['lastname'], message: '"lastname" is too "long"' },
    { path: ['firstname'], message: 'No' },
  ],
}
const leave = (to: string | null = '/projects'): FormEvent => ({ type: 'form.leaveRequested', to })
const FORGET = { type: 'forgetSecrets' }

describe('the description of a form', () => {
  test('comes from its schema: the fields in order, secrets marked', () => {
    expect(describeForm(User)).toEqual([
      { name: 'firstname', isSecret: false },
      { name: 'lastname', isSecret: false },
      { name: 'password', isSecret: true },
      { name: 'confirm_password', isSecret: true },
    ])
  })
  test('is refused when a field named as a secret is not marked as one', () => {
    expect(() => describeForm(Schema.Struct({ new_password: Schema.String }))).toThrow('mark it with secret')
    expect(() => describeForm(Schema.Struct({ totp: Schema.Struct({ code: Schema.String }) }))).toThrow(
      'mark it with secret',
    )
  })
  test('its schema reports every fault with path and text', () => {
    expect([
      faultsOf(User, { firstname: '', lastname: '', password: 'a', confirm_password: 'a' }),
      faultsOf(User, { firstname: 'Ann', lastname: 'Lee', password: 'a', confirm_password: 'b' }),
      faultsOf(User, { firstname: 'Ann', lastname: 'Lee' }),
    ]).toEqual([
      [
        { path: ['firstname'], message: 'Firstname is required' },
        { path: ['lastname'], message: 'Lastname is required' },
      ],
      [{ path: ['confirm_password'], message: 'Passwords do not match' }],
      [],
    ])
  })
})

describe('a form', () => {
  test('checks a field when the user leaves it, and shows its error until it is fixed (§8.7)', () => {
    const left: FormEvent = { type: 'field.left', field: 'firstname' }
    const ask = [{ type: 'validateField', params: { field: 'firstname' } }]
    expect([
      asked(opened, typed('')),
      asked(opened, typed(''), left),
      asked(opened, typed(''), validated('Firstname is required'), typed('A')),
    ]).toEqual([[], ask, ask])
    const errors = [
      [],
      [validated('Firstname is required')],
      [validated('Firstname is required'), validated(null)],
    ].map(more => form.errorOf(after(opened, typed(''), ...more).snapshot, 'firstname'))
    expect(errors).toEqual([null, 'Firstname is required', null])
  })
  test('is checked whole before it is sent; the first wrong field in the order of the form is focused', () => {
    const faults = [
      { path: ['lastname'], message: 'Lastname is required' },
      { path: ['firstname'], message: 'Firstname is required' },
    ]
    const { snapshot, commands } = after(opened, submitted, checked(faults))
    expect([
      asked(opened, submitted),
      commands,
      form.errorOf(snapshot, 'firstname'),
      form.errorOf(snapshot, 'lastname'),
    ]).toEqual([
      [{ type: 'validate', params: { attemptNo: 1 } }],
      [{ type: 'focusField', params: { field: 'firstname' } }],
      'Firstname is required',
      'Lastname is required',
    ])
  })
  test('is sent once, however often the user asks, and is disabled until the answer', () => {
    const sending = [
      opened,
      typed('Anna'),
      { type: 'secretField.changed', field: 'password', isFilled: true } as const,
      submitted,
      checked(),
    ]
    expect(asked(...sending)).toEqual([
      {
        type: 'submit',
        params: {
          attemptNo: 1,
          form: 'user.edit 12',
          values: { firstname: 'Anna', lastname: 'Lee' },
          filledSecrets: ['password'],
        },
      },
    ])
    for (const more of [submitted, checked(), typed('B'), submitted])
      expect([asked(...sending, more), form.isBusy(after(...sending, more).snapshot)]).toEqual([[], true])
    expect(form.values(after(...sending, typed('B')).snapshot)).toEqual({ firstname: 'Anna', lastname: 'Lee' })
  })
  test('shows the server’s details under the fields of their paths, quotes removed (§5.28)', () => {
    const nested: FormEvent = {
      type: 'form.refused',
      attemptNo: 1,
      message: null,
      details: [{ path: ['texts', '0', 'name'], message: '"name" is required' }],
    }
    const { snapshot, commands } = after(opened, submitted, checked(), refused)
    const ofNested = after(opened, submitted, checked(), nested)
    expect([
      form.errorOf(snapshot, 'lastname'),
      form.message(snapshot),
      commands,
      form.errorOf(ofNested.snapshot, 'texts_0_name'),
      form.otherErrors(ofNested.snapshot),
      ofNested.commands,
    ]).toEqual([
      'lastname is too long',
      'Not saved.',
      [{ type: 'focusField', params: { field: 'firstname' } }],
      'name is required',
      ['name is required'],
      [],
    ])
  })
  test('ignores late answers to an older attempt', () => {
    const again = [opened, submitted, checked(), refused, submitted, checked([], 2)]
    expect([
      after(...again, saved).commands,
      form.isBusy(after(...again, saved).snapshot),
      form.isSaved(after(...again, { ...saved, attemptNo: 2 }).snapshot),
    ]).toEqual([[], true, true])
  })
  test('asks before the user leaves unsaved changes, and closes at once otherwise', () => {
    const dirty = [opened, typed('Anna')]
    const goes = (to: string | null) => [{ type: 'leave', params: { to } }, FORGET]
    expect([
      asked(opened, leave()),
      asked(opened, typed('Anna'), typed('Ann'), leave()),
      asked(...dirty, leave()),
      form.asksToLeave(after(...dirty, leave()).snapshot),
      asked(...dirty, leave(), { type: 'form.leaveDeclined' }),
      asked(...dirty, leave(), leave(null), { type: 'form.leaveConfirmed' }),
      asked(...dirty, submitted, leave()),
      asked(...dirty, submitted, checked(), leave()),
      asked(...dirty, submitted, checked(), saved, leave()),
    ]).toEqual([goes('/projects'), goes('/projects'), [], true, [], goes(null), [], [], goes('/projects')])
  })
  test('an unsaved draft is found by folding, offered to the same form, and taken or declined', () => {
    const cut = after(opened, typed('Anna'), submitted, checked()).snapshot
    const found: FormEvent = { type: 'form.draftFound', form: 'user.edit 12', values: { firstname: 'Anna', gone: 1 } }
    expect(form.draftOf(cut)).toEqual({ form: 'user.edit 12', values: { firstname: 'Anna', lastname: 'Lee' } })
    expect([
      form.draftOf(after(opened).snapshot),
      form.draftOf(after(opened, typed('Anna'), submitted, checked(), saved).snapshot),
      form.draftOf(after(opened, typed('A'), { type: 'form.closed' }).snapshot),
    ]).toEqual([null, null, null])
    expect([
      form.offeredDraft(after(opened, found).snapshot),
      form.offeredDraft(after(opened, { ...found, form: 'user.edit 13' }).snapshot),
    ]).toEqual([{ firstname: 'Anna' }, null])
    expect(form.values(after(opened, found, { type: 'form.draftTaken' }).snapshot)).toEqual({
      firstname: 'Anna',
      lastname: 'Lee',
    })
    const declined = after(opened, found, { type: 'form.draftDeclined' })
    expect([form.offeredDraft(declined.snapshot), declined.commands]).toEqual([null, []])
  })
})

describe('secrets of a form', () => {
  const CANARY = 'canary-51d2'
  const NAMES = [
    'password',
    'confirm_password',
    'current_password',
    'new_password',
    'code',
    'totp_code',
    'recovery_code',
    'token',
    'AccessToken',
    'client_secret',
  ]

  test.each(NAMES)('a text typed into %s enters neither event nor machine', field => {
    const fields = [
      { name: 'firstname', isSecret: false },
      { name: field, isSecret: true },
    ]
    const events: readonly FormEvent[] = [
      { type: 'form.opened', form: 'f', fields, values: { firstname: 'Ann', [field]: CANARY } },
      { type: 'form.draftFound', form: 'f', values: { [field]: CANARY, firstname: { deep: [{ [field]: CANARY }] } } },
      { type: 'field.changed', field, value: CANARY },
      { type: 'field.changed', field: 'firstname', value: { [field]: CANARY } },
      { type: 'secretField.changed', field, isFilled: true, value: CANARY } as FormEvent, // More than the event asks for.
    ]
    expect(JSON.stringify(events.map(event => receive('form', event)))).not.toContain(CANARY)
    // Even if a runner does not decode: the description names the secret fields.
    const { snapshot } = after(...events.slice(0, 1), ...events.slice(2, 3))
    expect(JSON.stringify(snapshot.context)).not.toContain(CANARY)
  })
  test('are not quoted by a check that has no text of its own', () => {
    const Plain = Schema.Struct({ password: secret(Schema.String.check(Schema.isMinLength(40))) })
    expect(faultsOf(Plain, { password: CANARY })).toHaveLength(1)
    expect(JSON.stringify(faultsOf(Plain, { password: CANARY }))).not.toContain(CANARY)
  })
  test('a field that only sounds like a secret is received', () => {
    expect(
      ['token_threshold', 'pm_code', 'country_code', 'postcode'].map(field => receive('form', typed('7', field))),
    ).toEqual(['token_threshold', 'pm_code', 'country_code', 'postcode'].map(field => typed('7', field)))
  })
  test('are forgotten when the form is saved, left, closed or opened again', () => {
    const before = [opened, { type: 'secretField.changed', field: 'password', isFilled: true } as const]
    const ways: readonly (readonly FormEvent[])[] = [
      [submitted, checked(), saved],
      [leave(), { type: 'form.leaveConfirmed' }],
      [{ type: 'form.closed' }],
      [opened],
    ]
    for (const way of ways) {
      const { snapshot, commands } = after(...before, ...way)
      expect([commands.filter(({ type }) => type === 'forgetSecrets'), snapshot.context.filledSecrets]).toEqual([
        [FORGET],
        [],
      ])
    }
  })
})
