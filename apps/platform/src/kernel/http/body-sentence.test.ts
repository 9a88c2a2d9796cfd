import { Result, Schema } from 'effect'
import { expect, test } from 'vitest'
import { refusalOf } from './refusal.ts'

const Body = Schema.Struct({
  name: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(3))),
  note: Schema.optionalKey(Schema.NullOr(Schema.String)),
  on: Schema.optionalKey(Schema.Boolean),
  price: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 3 }))),
  most: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(2))),
  more: Schema.optionalKey(Schema.Number.check(Schema.isGreaterThan(2))),
  kind: Schema.optionalKey(Schema.Literals(['project', 'survey'])),
  rows: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.Int }))),
  one: Schema.optionalKey(
    Schema.Union([Schema.Struct({ a: Schema.Literal('a') }), Schema.Struct({ b: Schema.Literal('b') })]),
  ),
  own: Schema.optionalKey(Schema.String.annotate({ message: 'Only x is taken' })),
})

function said(body: unknown): readonly string[] {
  const decoded = Schema.decodeUnknownResult(Body, { errors: 'all' })(body)
  return Result.isFailure(decoded) ? refusalOf(decoded.failure.issue).map(({ message }) => message) : []
}

test.each([
  [{}, []],
  [{ rows: [{ id: 1 }, {}] }, ['"rows.1.id" is missing: it must be given.']],
  [null, ['The body must be an object.']],
  [
    { name: 1, on: 'yes', rows: {} },
    ['"name" must be a text.', '"on" must be true or false.', '"rows" must be a list.'],
  ],
  [{ name: '' }, ['"name" must not be empty.']],
  [{ name: 'four' }, ['"name" must have a length of at most 3.']],
  [{ note: 1 }, ['"note" must be a text, or null.']],
  [{ price: 0.4 }, ['"price" must be from 0.5 to 3.']],
  [{ price: '1' }, ['"price" must be a number.']],
  [{ most: 2.5, more: 2 }, ['"most" must be a whole number.', '"more" must be greater than 2.']],
  [{ most: 1 }, ['"most" must be 2 or more.']],
  [{ kind: 'desk' }, ['"kind" must be one of project, survey.']],
  [{ one: { c: 'c' } }, ['"one" cannot be taken: the description of the API says what it takes.']],
  [{ own: 1 }, ['Only x is taken']],
])('%j has a plain sentence each (§5.28)', (body, sentences) => {
  expect(said(body)).toEqual(sentences)
})
