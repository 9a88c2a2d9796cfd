import { IdFromText } from '@desk/schema/ids/ids'
import { Result, Schema } from 'effect'
import { expect, test } from 'vitest'
import { placeFaults } from './place-faults.ts'
import { faultsOf } from './refusal.ts'

const Call = Schema.Struct({
  id: IdFromText,
  state: Schema.optionalKey(Schema.Union([Schema.Literal('all'), IdFromText])),
  scope: Schema.optionalKey(Schema.Literals(['project', 'survey'])),
  find: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(3))),
  cursor: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d+$/))),
  page: Schema.optionalKey(Schema.NumberFromString.check(Schema.isInt())),
  own: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^x$/).annotate({ message: 'Only x is taken' }))),
})

function said(call: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(Call, { errors: 'all' })(call)
  return Result.isFailure(decoded)
    ? placeFaults('Query', faultsOf(decoded.failure.issue)).map(({ path, message }) => `${path.join('_')}: ${message}`)
    : []
}

test.each([
  [{ id: '7', state: 'all' }, []],
  [{}, ['id: "id" is missing in the query: it must be given.']],
  [
    { id: 'abc', state: 'abc' },
    [
      'id: "id" in the query must be a whole number from 1 to 2147483647.',
      'state: "state" in the query must be a whole number from 1 to 2147483647.',
    ],
  ],
  [{ id: '0' }, ['id: "id" in the query must be a whole number from 1 to 2147483647.']],
  ...['1.5', '1e3', '0x10', '1.0', ' 1', '1 ', '+1', '01', '-1', '', '٣', '12345678901'].map(
    (id): [object, string[]] => [{ id }, ['id: "id" in the query must be a whole number from 1 to 2147483647.']],
  ),
  [{ id: '2147483647', page: 'x' }, ['page: "page" in the query must be a whole number.']],
  [{ id: ['1', '2'] }, ['id: "id" in the query must be given once.']],
  [{ id: '1', scope: 'desk' }, ['scope: "scope" in the query must be one of project, survey.']],
  [{ id: '1', find: '' }, ['find: "find" in the query must not be empty.']],
  [{ id: '1', find: 'four' }, ['find: "find" in the query must have at most 3 characters.']],
  [
    { id: '1', cursor: 'x' },
    ['cursor: "cursor" in the query cannot be read: the description of the API says what it takes.'],
  ],
  [{ id: '1', own: 'y' }, ['own: Only x is taken']],
])('%j has a plain sentence each (§5.28)', (call, sentences) => {
  expect(said(call)).toEqual(sentences)
})
