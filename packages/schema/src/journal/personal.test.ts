import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { maskPersonal, personal, personalNamesOf } from './personal.ts'

const tagOf = (text: string): string => String(text.length)
const Event = Schema.Union([
  Schema.Struct({ user: Schema.Struct({ firstname: personal(Schema.String), role: Schema.Int }) }),
  Schema.Struct({
    values: personal(Schema.Record(Schema.String, Schema.Json)),
    by: Schema.NullOr(personal(Schema.String)),
  }),
])
const mask = <T>(value: T): T => maskPersonal(personalNamesOf(Event), value, tagOf)

test('marked fields are found at any depth, in unions, and where they may be null', () => {
  expect([...personalNamesOf(Event)].toSorted()).toEqual(['by', 'firstname', 'values'])
})

test('texts of marked fields become initials and a tag; numbers, booleans and nothing stay', () => {
  expect(
    mask({
      user: { firstname: 'Ada  Mary', role: 2 },
      values: { zone: 15, username: 'ada@acme.example', empty: '', list: ['Émile', true, null] },
      by: null,
      other: 'Save',
    }),
  ).toEqual({
    user: { firstname: 'A•••  M••• ·9', role: 2 },
    values: { zone: 15, username: 'a••• ·16', empty: '', list: ['É••• ·5', true, null] },
    by: null,
    other: 'Save',
  })
})

test.each([
  ['Lastname is now “Byron”, Role is now Admin.', 'Lastname is now “B••• ·5”, Role is now Admin.'],
  ['"Ada Byron" is taken', '"A••• B••• ·9" is taken'],
  ['No mail went to ada@acme.example.', 'No mail went to a••• ·16.'],
  ['<ada@acme.example>, @byron; a@b@c.example--: 2@', '<a••• ·16>, @byron; a••• ·13--: 2@'],
  ['Lastname is now “Byron of Lovel', 'Lastname is now “B••• o••• L••• ·14'],
  ['/admin/users?q=Ada%20Byron&sort=-name', '/admin/users?q=•••11&sort=-name'],
  [
    '/session-expired?redirect=%2Fadmin%2Fusers%3Fq%3DAda%26role%3D1',
    '/session-expired?redirect=%2Fadmin%2Fusers%3Fq%3D•••3%26role%3D1',
  ],
  ['/projects/12/survey?state=1', '/projects/12/survey?state=1'],
  ['session.confirmed', 'session.confirmed'],
])('in other texts, personal data is masked: %s', (text, masked) => {
  expect(mask({ message: text })).toEqual({ message: masked })
})

test.each(['a', 'a@', '@', '@-', '-', '“', '"', '?q=', '%25', '%3Fq%3D', '&user='])(
  'masking a long text of %s takes no longer than its length asks for (I5)',
  part => {
    const text = part.repeat(Math.ceil(100_000 / part.length))
    const begun = performance.now()
    mask({ message: text })
    expect(performance.now() - begun).toBeLessThan(1_000)
  },
)
