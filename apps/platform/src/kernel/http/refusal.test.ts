import { Result, Schema } from 'effect'
import { expect, test } from 'vitest'
import { FAULTS_NAMED_MAX, refusalOf, type Detail } from './refusal.ts'

const Form = Schema.Struct({ name: Schema.String, rduds: Schema.Array(Schema.String) })

function faultsOf(form: unknown): readonly Detail[] {
  const decoded = Schema.decodeUnknownResult(Form, { errors: 'all' })(form)
  if (Result.isSuccess(decoded)) throw new Error('The form has no fault.')
  return refusalOf(decoded.failure.issue)
}

test('each fault is named with its path (§5.28)', () => {
  expect(faultsOf({ name: 1, rduds: ['a', 2] })).toEqual([
    { path: ['name'], message: '"name" must be a text.' },
    { path: ['rduds', '1'], message: '"rduds.1" must be a text.' },
  ])
})

test('of a list with very many faults the first ones are named, and the other fields are judged all the same', () => {
  const faults = faultsOf({ name: 1, rduds: Array.from({ length: 100_000 }, () => 1) })
  expect(faults.length).toBe(1 + FAULTS_NAMED_MAX)
  expect([faults[0], faults.at(-1)]).toEqual([
    { path: ['name'], message: '"name" must be a text.' },
    { path: ['rduds', String(FAULTS_NAMED_MAX - 1)], message: `"rduds.${FAULTS_NAMED_MAX - 1}" must be a text.` },
  ])
})
