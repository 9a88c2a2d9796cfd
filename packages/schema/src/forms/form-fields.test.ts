import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { atLeast, atMost, inCents, requiredChoice, requiredNumber, requiredText, whole } from './form-fields.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const form = Schema.Struct({
  name: requiredText({ label: 'Name', maxLength: 5 }),
  target: requiredNumber({
    required: 'Target is required',
    invalid: 'Target must be a valid number',
    rules: [
      whole('Target must be whole'),
      atLeast(1, 'Target must be at least 1'),
      atMost(9, 'Target must be at most 9'),
    ],
  }),
  price: requiredNumber({ required: 'Price is required', rules: [inCents('Price has more than two decimals')] }),
  country: requiredChoice('Country is required'),
})
const good = { name: 'Ada', target: 3, price: 1.15, country: 7 }

function messagesOf(values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(form, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(
        ({ path, message }) => `${(path ?? []).map(String).join('_')}: ${message}`,
      )
}

describe('fields of forms', () => {
  test('accept good values', () => expect(messagesOf(good)).toEqual([]))
  test('ask for missing values, each field in its own words', () =>
    expect(messagesOf({})).toEqual([
      'name: Name is required',
      'target: Target is required',
      'price: Price is required',
      'country: Country is required',
    ]))
  test.each([
    [{ name: ' \t ' }, 'name: Name is required'],
    [{ name: '\u200B\u200D\u3164' }, 'name: Name is required'],
    [{ name: 7 }, 'name: Name is required'],
    [{ name: 'abcdef' }, 'name: Name must be at most 5 characters'],
    [{ name: 'a\u202Eb' }, 'name: Name must not contain control characters'],
    [{ target: 'three' }, 'target: Target must be a valid number'],
    [{ target: null }, 'target: Target must be a valid number'],
    [{ target: Number.POSITIVE_INFINITY }, 'target: Target must be a valid number'],
    [{ target: Number.NaN }, 'target: Target must be a valid number'],
    [{ target: 2.5 }, 'target: Target must be whole'],
    [{ target: 0 }, 'target: Target must be at least 1'],
    [{ target: 10 }, 'target: Target must be at most 9'],
    [{ price: 1.155 }, 'price: Price has more than two decimals'],
    [{ country: 0 }, 'country: Country is required'],
    [{ country: 1.5 }, 'country: Country is required'],
    [{ country: '7' }, 'country: Country is required'],
  ])('%j has one fault', (values, fault) => expect(messagesOf({ ...good, ...values })).toEqual([fault]))
})
