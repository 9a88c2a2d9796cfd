import { expect, test } from 'vitest'
import {
  barWidths,
  evenly,
  evenPercents,
  isAllGiven,
  partsWire,
  partValues,
  percentSum,
  sumWords,
  withSupplier,
} from './allocation-values.ts'

const part = (pm_sup_ud: number, allocation_percent: string, supplier_cpi = '') => ({
  pm_sup_ud,
  allocation_percent,
  supplier_cpi,
})

test('an even split is 100 % to the cent, for any number of suppliers', () => {
  expect([evenPercents(1), evenPercents(3), evenPercents(7).slice(0, 5), evenPercents(0)]).toEqual([
    [100],
    [33.34, 33.33, 33.33],
    [14.29, 14.29, 14.29, 14.29, 14.28],
    [],
  ])
  for (let count = 1; count <= 100; count++)
    expect(Math.round(evenPercents(count).reduce((sum, percent) => sum + percent * 100, 0))).toBe(10_000)
  expect(evenly([part(1, '90'), part(2, '')]).map(({ allocation_percent }) => allocation_percent)).toEqual(['50', '50'])
})

test('an added supplier gets the rest', () => {
  expect(withSupplier([part(1, '70')], 2)).toEqual([part(1, '70'), part(2, '30')])
  expect(withSupplier([part(1, '120')], 2)).toEqual([part(1, '120'), part(2, '0')])
})

test('what the parts add up to, in words, and in a bar that is drawn to scale', () => {
  expect([
    sumWords([]),
    sumWords([part(1, '33.33'), part(2, '33.33'), part(3, '33.33')]),
    sumWords([part(1, '60.5')]),
    sumWords([part(1, '60'), part(2, '60')]),
  ]).toEqual([
    'No supplier yet',
    'Adds up to 100 %',
    'Adds up to 60.5 %: 39.5 % is left to give',
    'Adds up to 120 %: 20 % too much',
  ])
  expect([
    barWidths([part(1, '60'), part(2, '60')]),
    barWidths([part(1, '25'), part(2, 'x')]),
    percentSum([part(1, '0.1'), part(2, '0.2')]),
    isAllGiven([part(1, '99')]),
  ]).toEqual([[50, 50], [25, 0], 0.3, false])
})

test('stored parts come back as they were; an empty price is left out', () => {
  const stored = [
    {
      pm_sup_ud: 1,
      name: 'Kestrel',
      allocation_percent: 66.67,
      supplier_cpi: 2.5,
      default_cpi: 3,
      entrants: 0,
      completes: 0,
      rejected: 0,
    },
    {
      pm_sup_ud: 2,
      name: 'Heron',
      allocation_percent: 33.33,
      supplier_cpi: null,
      default_cpi: 3,
      entrants: 0,
      completes: 0,
      rejected: 0,
    },
  ]
  expect(partsWire(partValues(stored))).toEqual([
    { pm_sup_ud: 1, allocation_percent: 66.67, supplier_cpi: 2.5 },
    { pm_sup_ud: 2, allocation_percent: 33.33 },
  ])
})
