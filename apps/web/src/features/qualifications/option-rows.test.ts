import { describe, expect, test } from 'vitest'
import {
  differences,
  faultsAt,
  isSame,
  moved,
  overTheirs,
  rowsOf,
  toWire,
  typedOver,
  withRead,
  type OptionRow,
} from './option-rows.ts'

const row = (precode: string, name: string, id: number | null = Number(precode) + 10): OptionRow => ({
  key: `k${precode}`,
  id,
  precode,
  name,
  english: name,
})
const rows = [row('1', 'One'), row('2', 'Two'), row('3', 'Three')]
const names = (list: readonly OptionRow[]) => list.map(({ precode, name }) => `${precode} ${name}`)
let made = 0
const newKey = () => `new${++made}`

test('an option moves up, down, or to a place; beyond the ends is the end', () => {
  expect(
    [moved(rows, 2, 0), moved(rows, 0, 99), moved(rows, 1, -5), moved(rows, 9, 0)].map(list =>
      list.map(({ precode }) => precode).join(''),
    ),
  ).toEqual(['312', '231', '213', '123'])
  expect(moved(rows, 1, 1)).toBe(rows)
})

describe('read options', () => {
  const read = [
    { precode: '3', name: 'Drei', english: 'Three' },
    { precode: '', name: 'Neu', english: 'New' },
  ]
  test('replacing all: an option with the same precode is retained, options without one get numbers', () => {
    expect(withRead(rows, read, 'replace', newKey).map(({ id, precode, name }) => [id, precode, name])).toEqual([
      [13, '3', 'Drei'],
      [null, '4', 'Neu'],
    ])
  })
  test('a duplicate precode keeps its option once', () => {
    expect(withRead(rows, [read[0]!, read[0]!], 'replace', newKey).map(({ id }) => id)).toEqual([13, null])
  })
  test('behind the others', () => {
    expect(names(withRead(rows, read.slice(1), 'append', newKey))).toEqual(['1 One', '2 Two', '3 Three', '4 Neu'])
  })
})

test('the request: the place as sort order, and no precode for a new option without one (§5.22)', () => {
  expect(toWire([row('1', 'One'), row('', 'New', null)])).toEqual([
    {
      qualification_options_id: 11,
      precode: '1',
      sort_order_nbr: 1,
      qualification_options_name: 'One',
      qualification_options_english_name: 'One',
    },
    { sort_order_nbr: 2, qualification_options_name: 'New', qualification_options_english_name: 'New' },
  ])
})

test('the stored rows are the same until one is changed', () => {
  const stored = rowsOf([
    {
      qualification_options_id: 11,
      precode: '1',
      sort_order_nbr: 4,
      qualification_options_name: 'One',
      qualification_options_english_name: 'One',
    },
  ])
  expect(
    isSame(
      stored,
      stored.map(each => ({ ...each, key: 'other' })),
    ),
  ).toBe(true)
  expect([
    isSame(stored, []),
    isSame(stored, [{ ...stored[0]!, name: 'Eins' }]),
    isSame(rows, moved(rows, 0, 1)),
  ]).toEqual([false, false, false])
})

test('text typed during a save stays on the stored options', () => {
  const added = row('', 'Four', null)
  const sent = [row('1', 'One'), row('2', 'Two'), added]
  const stored = [row('1', 'One'), row('2', 'Two'), row('3', 'Four', 44)].map(each => ({
    ...each,
    key: `stored ${each.id}`,
  }))
  const typed = [{ ...added, name: 'Vier' }, sent[0]!, row('9', 'Neun', null)]
  expect(typedOver(stored, sent, typed)).toEqual([
    { ...added, id: 44, precode: '3', name: 'Vier' },
    row('1', 'One'),
    row('9', 'Neun', null),
  ])
})

test('faults are at their option and field, the first of each (§5.28)', () => {
  const { rows: byRow, whole } = faultsAt(rows, [
    { path: ['qualification_options', '2', 'precode'], message: 'Precode "1" is there twice' },
    { path: ['qualification_options', '2', 'qualification_options_english_name'], message: 'English name is required' },
    { path: ['qualification_options', '2', 'precode'], message: 'Another' },
    { path: ['qualification_options'], message: 'There can be at most 5000 options' },
  ])
  expect([[...byRow], whole]).toEqual([
    [['k3', { precode: 'Precode 1 is there twice', english: 'English name is required' }]],
    ['There can be at most 5000 options'],
  ])
})

describe('options that two users changed', () => {
  const mine = [row('1', 'Eins'), row('2', 'Two'), row('4', 'Vier', null)]
  const now = [row('2', 'Zwei'), row('3', 'Three'), row('4', 'Four', 44)]
  test('are compared three ways, by precode', () => {
    expect(differences(rows, mine, now)).toEqual([
      { precode: '1', opened: 'One', mine: 'Eins', now: null },
      { precode: '2', opened: 'Two', mine: 'Two', now: 'Zwei' },
      { precode: '4', opened: null, mine: 'Vier', now: 'Four' },
      { precode: '3', opened: 'Three', mine: null, now: 'Three' },
    ])
  })
  test('mine overwrite theirs: options that they removed are new again, options that they added are matched by precode', () => {
    expect(overTheirs(mine, now).map(({ id, name }) => [id, name])).toEqual([
      [null, 'Eins'],
      [12, 'Two'],
      [44, 'Vier'],
    ])
  })
})
