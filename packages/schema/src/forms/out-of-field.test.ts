import { Result, Schema, SchemaIssue } from 'effect'
import { expect, test } from 'vitest'
import { OutOfFieldDate } from './out-of-field.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const form = Schema.Struct({ at: OutOfFieldDate })
function messagesOf(values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(form, { errors: 'all' })(values)
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

test.each([
  '2019-01-01T00:00:00.000Z',
  '2027-01-01T00:00:00+02:00',
  '2027-03-01T04:59:00Z',
  '2028-02-29T12:00Z',
  '2099-12-31T23:59:59.999Z',
])('%s is a date to end field work at (§5.7, §5.15)', at => expect(messagesOf({ at })).toEqual([]))

test('it is required (§5.7, §5.15)', () => {
  const required = ['Out of field date is required']
  expect([{}, { at: '' }, { at: '  ' }, { at: null }, { at: 7 }].map(messagesOf)).toEqual([
    required,
    required,
    required,
    required,
    required,
  ])
})

test.each([
  '2018-12-31T23:59:59.999Z',
  '2100-01-01T00:00:00.000Z',
  '2027-02-30T00:00:00.000Z',
  '2027-13-01T00:00:00.000Z',
  '2027-01-01T25:00:00.000Z',
  '2027-01-01',
  '2027-02-30T00:00:00+02:00',
  '2019-01-01T00:00:00+02:00',
  'soon',
  'half typed',
])('%s is no valid date from 2019 on (§5.7)', at => expect(messagesOf({ at })).toEqual(['Please enter a valid date']))
