import { expect, test } from 'vitest'
import type { FieldPlan } from './field-kinds.ts'
import { fits, unfitWords } from './recorded-values.ts'

const plan = (kind: 'text' | 'number' | 'switch' | 'choice' | 'choices' | 'data'): FieldPlan => ({
  name: 'field',
  label: 'Field',
  kind,
})
const MOMENT: FieldPlan = { name: 'out', label: 'Out of field date', kind: 'moment', zoneOf: () => 'UTC' }

test('a mask in place of a date or a list, and any value that no control can read, is shown in words as it is', () => {
  expect([
    unfitWords(MOMENT, '2••• ·x7f', ''),
    unfitWords(plan('switch'), 'o•••', false),
    unfitWords(plan('data'), 'S••• ·a1', []),
    unfitWords(plan('data'), [null], []),
    unfitWords(plan('text'), { a: 1 }, ''),
  ]).toEqual(['2••• ·x7f', 'o•••', 'S••• ·a1', '[null]', '{"a":1}'])
})

test('what a control shows is left to it', () => {
  expect([
    unfitWords(MOMENT, '2027-03-01T18:00', ''),
    unfitWords(MOMENT, '', ''),
    unfitWords(plan('choice'), null, null),
    unfitWords(plan('choices'), [1, 2], []),
    unfitWords(plan('data'), [{ a: 1 }], []),
    unfitWords(plan('number'), '100', ''),
  ]).toEqual([null, null, null, null, null, null])
  expect(fits(plan('data'), undefined, [])).toBe(false)
})
