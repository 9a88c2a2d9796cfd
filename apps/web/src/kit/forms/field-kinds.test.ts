import { describe, expect, test } from 'vitest'
import { openValues, sayValue, wireValues, type FieldPlan } from './field-kinds.ts'

const FIELDS: readonly FieldPlan[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'price', label: 'Price', kind: 'number' },
  { name: 'ends', label: 'Ends', kind: 'moment', zoneOf: ({ zone }) => (zone === 2 ? 'Asia/Kolkata' : 'UTC') },
  { name: 'zone', label: 'Zone', kind: 'choice', say: code => `zone ${Number(code)}` },
  { name: 'devices', label: 'Devices', kind: 'choices' },
  { name: 'isOn', label: 'On', kind: 'switch' },
  { name: 'texts', label: 'Texts', kind: 'data' },
]
const STORED = {
  name: 'A',
  price: 1.5,
  ends: '2026-12-01T00:00:00.000Z',
  zone: 2,
  devices: [1, 3],
  isOn: true,
  texts: [{ text: 'x' }],
  other: 1,
}
const OPEN = {
  name: 'A',
  price: '1.5',
  ends: '2026-12-01T05:30',
  zone: 2,
  devices: [1, 3],
  isOn: true,
  texts: [{ text: 'x' }],
}
const EMPTY = { name: '', price: '', ends: '', zone: null, devices: [], isOn: false, texts: null }

describe('what a form’s fields hold', () => {
  test("an object is shown as it is typed, and sent as it was; other fields than the form's stay away", () => {
    const { other: _, ...sent } = STORED
    expect([openValues(FIELDS, STORED), wireValues(FIELDS, OPEN)]).toEqual([OPEN, sent])
  })

  test('nothing is empty, and an empty field is left out: the schema says what has to be there', () =>
    expect([openValues(FIELDS, {}), wireValues(FIELDS, EMPTY)]).toEqual([
      EMPTY,
      { name: '', devices: [], isOn: false, texts: null },
    ]))

  test('a text that is no number is sent as it was typed, and refused with the text for that (§5.12)', () =>
    expect(['1..5', ' 2 ', '.', '0.30'].map(price => wireValues(FIELDS, { ...OPEN, price })['price'])).toEqual([
      '1..5',
      2,
      '.',
      0.3,
    ]))

  test('the same time of day is another instant in another zone', () =>
    expect(wireValues(FIELDS, { ...OPEN, zone: 1 })['ends']).toBe('2026-12-01T05:30:00.000Z'))

  test('an unchanged moment retains its seconds', () => {
    const stored = { ...STORED, ends: '2026-12-01T00:00:22.123Z' }
    expect([
      wireValues(FIELDS, OPEN, stored)['ends'],
      wireValues(FIELDS, { ...OPEN, ends: '2026-12-01T05:31' }, stored)['ends'],
    ]).toEqual(['2026-12-01T00:00:22.123Z', '2026-12-01T00:01:00.000Z'])
  })

  test('is said in words', () =>
    expect(
      FIELDS.map(field => [
        sayValue(field, OPEN[field.name as keyof typeof OPEN]),
        sayValue(field, EMPTY[field.name as keyof typeof EMPTY]),
      ]),
    ).toEqual([
      ['A', '-'],
      ['1.5', '-'],
      ['2026-12-01 05:30', '-'],
      ['zone 2', '-'],
      ['1, 3', '-'],
      ['on', 'off'],
      ['{"text":"x"}', '-'],
    ]))

  test('a number is said as figures are written', () =>
    expect(
      ['7700', '1234567.50', '1,200', '2,50', '999', '12a4', '0012'].map(typed =>
        sayValue({ name: 'target', label: 'Target (N)', kind: 'number' }, typed),
      ),
    ).toEqual(['7,700', '1,234,567.50', '1,200', '2.50', '999', '12a4', '12']))
})
