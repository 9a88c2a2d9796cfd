import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Axis } from './bands.ts'
import { cellName, readPaste } from './paste-grid.ts'
import { placesOf, type QuotaGrid } from './quota-grid.ts'

const age: Axis = {
  param: 'age',
  name: 'Age',
  bands: [
    { label: '18–24', condition: { param: 'age', min: 18, max: 24 } },
    { label: '25+', condition: { param: 'age', min: 25, max: null } },
  ],
}
const answers = (param: string, name: string, labels: readonly string[]): Axis => ({
  param,
  name,
  bands: labels.map((label, at) => ({ label, condition: { param, in: [String(at + 1)] } })),
})
const gender = answers('gender', 'Gender', ['Men', 'Women'])
const region = answers('region', 'Region', ['North', 'South'])
const TWO: QuotaGrid = { axes: [age, gender], isInterlocked: true }
const THREE: QuotaGrid = { axes: [age, gender, region], isInterlocked: true }

const table = (...lines: readonly string[]): string => lines.map(line => line.replaceAll(' | ', '\t')).join('\r\n')

function named(text: string, grid: QuotaGrid, target = 300) {
  const read = readPaste(text, grid, target)
  if ('faults' in read) return read.faults.map(({ cell, words }) => `${cell}: ${words}`)
  const names = new Map(placesOf(grid).map(({ form, name }) => [form, name]))
  return {
    words: read.words,
    targets: Object.fromEntries([...read.targets].map(([form, target]) => [names.get(form), target])),
  }
}

describe('a table from a spreadsheet', () => {
  test('heads of columns and rows are bands, in either order; sums are passed over (day.md §8)', () => {
    const expected = {
      words: '4 of 4 cells, 100 completes.',
      targets: { 'Men 18–24': '10', 'Men 25+': '20', 'Women 18–24': '30', 'Women 25+': '40' },
    }
    expect(
      named(
        table(' | 18-24 | 25+ | All', 'Men | 10 | 20 | 30', 'women | 30 | 40 | 70', 'Total | 40 | 60 | 100', ''),
        TWO,
      ),
    ).toEqual(expected)
    expect(named(table('Age | Men | Women', '18 - 24 | 10 | 30', '25+ | 20 | 40'), TWO)).toEqual(expected)
  })

  test('an empty head takes the one to its left or above, as merged headings are copied (day.md §8)', () => {
    const targets = {
      'Men North 18–24': '1',
      'Women North 18–24': '2',
      'Men South 18–24': '3',
      'Women South 18–24': '4',
      'Men North 25+': '5',
      'Women North 25+': '6',
      'Men South 25+': '7',
      'Women South 25+': '8',
    }
    expect(
      named(
        table(' | North |  | South | ', ' | Men | Women | Men | Women', '18-24 | 1 | 2 | 3 | 4', '25+ | 5 | 6 | 7 | 8'),
        THREE,
      ),
    ).toEqual({ words: '8 of 8 cells, 36 completes.', targets })
    expect(
      named(
        table(
          ' |  | 18-24 | 25+',
          'North | Men | 1 | 5',
          ' | Women | 2 | 6',
          'South | Men | 3 | 7',
          ' | Women | 4 | 8',
        ),
        THREE,
      ),
    ).toEqual({ words: '8 of 8 cells, 36 completes.', targets })
  })

  test('percents with a decimal comma that add up to 99.9 are taken; the rest is named and spread (day.md §8)', () => {
    expect(named(table(' | 18-24 | 25+', 'Men | 16,6 % | 33,3 %', 'Women | 16,7 % | 33,3 %'), TWO)).toEqual({
      words: 'The shares add up to 99.9 %. The other 0.1 % is spread by largest remainder.',
      targets: { 'Men 18–24': '50', 'Men 25+': '100', 'Women 18–24': '50', 'Women 25+': '100' },
    })
  })

  test('unknown heads, numbers that are none, repeated and broken cells are refused at their cell (day.md §8)', () => {
    expect([
      named(table(' | 15-17 | 25+', 'Men | 1 | 2', 'Divers | 3 | 4'), TWO),
      named(table(' | 18-24 | 25+', 'Men | 1 | n/a', 'Women | -3 | 4'), TWO),
      named(table(' | 18-24 | 18-24', 'Men | 1 | 2'), TWO),
      named(table(' | 18-24 | 25+', 'Men | 1.5 | 2', 'Women | 3 | 4'), TWO),
      named(table(' | 18-24 | 25+', 'Men | 10 % | 20 %', 'Women | 30 % | 32 %'), TWO),
      named(table(' | 18-24 | 25+', 'Men | 10 % | 20 %', 'Women | 30 % | 40 %'), TWO, 0),
      named('18-24', TWO),
    ]).toEqual([
      ['B1: “15-17” is no band of Age.', 'A3: “Divers” is no band of Gender.'],
      [
        'C2: “n/a” is not a number: use digits, and a dot before decimals.',
        'B3: “-3” has a minus sign: give a number of 0 or more.',
      ],
      ['C2: Men 18–24 is there twice.'],
      ['B2: 1.5 is not a whole number of completes.'],
      ['B2: The shares add up to 92 %, not to 100 %.'],
      ['B2: Shares need a Target (N): give it first.'],
      ['A1: There are no values below or beside the heads.'],
    ])
  })

  test('one axis is a row or a column of bands', () => {
    const one: QuotaGrid = { axes: [gender], isInterlocked: true }
    const expected = { words: '2 of 2 cells, 12 completes.', targets: { Men: '5', Women: '7' } }
    expect([named(table('Men | Women', '5 | 7'), one), named(table('Men | 5', 'Women | 7'), one)]).toEqual([
      expected,
      expected,
    ])
  })

  test('any table that a grid is written as is read as that grid again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        (values, isTurned) => {
          const at = (a: number, g: number, r: number) => values[a * 4 + g * 2 + r]!
          const bands = ([one, other]: Axis['bands']) => [one!.label, other!.label]
          const rows = isTurned
            ? [
                ['', ...bands(age.bands).flatMap(label => [label, ''])],
                ['', 'Men', 'Women', 'Men', 'Women'],
                ...[0, 1].map(r => [bands(region.bands)[r], at(0, 0, r), at(0, 1, r), at(1, 0, r), at(1, 1, r)]),
              ]
            : [
                ['', '', ...bands(age.bands)],
                ...[0, 1].flatMap(r =>
                  [0, 1].map(g => [
                    g === 0 ? bands(region.bands)[r] : '',
                    bands(gender.bands)[g],
                    at(0, g, r),
                    at(1, g, r),
                  ]),
                ),
              ]
          const read = readPaste(rows.map(row => row.join('\t')).join('\n'), THREE, 300)
          const expected = new Map(
            placesOf(THREE).map(({ form, conditions }) => {
              const indexOf = (axis: Axis) => axis.bands.findIndex(({ condition }) => conditions.includes(condition))
              return [form, String(at(indexOf(age), indexOf(gender), indexOf(region)))]
            }),
          )
          expect('targets' in read && read.targets).toEqual(expected)
        },
      ),
    )
  })

  test('cells have the names of a spreadsheet', () => {
    expect([cellName(0, 0), cellName(9, 25), cellName(0, 26), cellName(0, 701), cellName(0, 702)]).toEqual([
      'A1',
      'Z10',
      'AA1',
      'ZZ1',
      'AAA1',
    ])
  })
})
