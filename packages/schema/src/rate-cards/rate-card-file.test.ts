import { expect, test } from 'vitest'
import { cellName } from '../sent-tables/table-row.ts'
import { readRateCells } from './rate-card-file.ts'

test('the first row has the incidences and the first column the LOI, in any order; an empty cell asks for a quote (§7.29, domain.md §6)', () => {
  expect(
    readRateCells([
      ['LOI', '30%', '90', '50.5'],
      ['20', '4.35', '3,50', '$4'],
      ['10 min', '', '2.5', 'quote'],
    ]),
  ).toMatchObject({
    faults: [],
    grid: {
      loi_minutes: [10, 20],
      ir_percents: [90, 50.5, 30],
      prices_minor: [
        [250, null, null],
        [350, 400, 435],
      ],
      cpi_min: null,
      cpi_max: null,
    },
  })
})

test('each fault is at its cell, and a file with one has no grid (§7.29)', () => {
  const { faults, grid } = readRateCells([
    ['=1+1', '90', '101', '90', '0.05'],
    ['10', '1,200', '-1', '1.234', '0'],
    ['x', '', '100001', '1e3', '2.50'],
    ['10', '1.200,50'],
  ])
  const price = 'Price must be a number such as 2.50, or empty where a quote is asked for'
  const incidence = 'Incidence must be a number from 0.1 to 100 with at most one decimal'
  expect(grid).toBeNull()
  expect(Object.fromEntries(faults.map(({ cell, message }) => [cell, message]))).toEqual({
    A1: 'The first cell must not begin like a formula',
    C1: incidence,
    D1: 'Incidence 90 is there twice',
    E1: incidence,
    A3: 'LOI must be whole minutes from 1 to 1000',
    A4: 'LOI 10 is there twice',
    B2: price,
    C2: price,
    D2: price,
    E2: 'Price must be more than 0; leave it empty where a quote is asked for',
    C3: 'Price must be at most 100000',
    D3: price,
    B4: price,
  })
})

test('a price carries the sign of dollars or none, before or after it; a percentage and other money are faults (§7.29, docs/decisions/0040)', () => {
  const judged = (text: string) => {
    const { faults, grid } = readRateCells([
      ['LOI', '90'],
      ['10', text],
    ])
    return grid?.prices_minor[0]?.[0] ?? faults.map(({ message }) => message)
  }
  for (const text of ['$3', '3$', '3 $', '$ 3', 'US$3', '3.00 USD', 'usd 3,00'])
    expect([text, judged(text)]).toEqual([text, 300])
  for (const text of ['€3', '£3', '3 €', 'R$3', '¥3', 'EUR 3', '3 CHF'])
    expect([text, judged(text)]).toEqual([text, ['Price must be in US dollars']])
  for (const text of ['3%', '0.03%', '3 min'])
    expect([text, judged(text)]).toEqual([
      text,
      ['Price must be a number such as 2.50, or empty where a quote is asked for'],
    ])
})

test('a head carries its own unit and no other', () => {
  const { faults } = readRateCells([
    ['LOI', '90 min', '$50'],
    ['10%', '2', '3'],
  ])
  expect(faults.map(({ cell }) => cell)).toEqual(['B1', 'C1', 'A2'])
})

test('incidences that are all shares of 1 are refused: 90, not 0.9', () => {
  const { faults } = readRateCells([
    ['', '0.9', '0.5'],
    ['10', '2', '3'],
  ])
  expect(faults.map(({ cell, message }) => [cell, message])).toEqual([
    ['B1', 'Incidence is in percent: 90, not 0.9'],
    ['C1', 'Incidence is in percent: 90, not 0.9'],
  ])
})

test('a file without headers is refused with their place', () => {
  expect(readRateCells([['90']]).faults.map(({ cell }) => cell)).toEqual(['B1', 'A2'])
})

test.each([
  [0, 0, 'A1'],
  [3, 25, 'Z4'],
  [0, 26, 'AA1'],
  [400, 701, 'ZZ401'],
  [9, 702, 'AAA10'],
])('row %i, column %i is %s', (row, column, name) => {
  expect(cellName(row, column)).toBe(name)
})
