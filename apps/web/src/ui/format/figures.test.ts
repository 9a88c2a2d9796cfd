import { describe, expect, test } from 'vitest'
import {
  balanceText,
  changeText,
  countText,
  figureText,
  integerText,
  minutesText,
  moneyText,
  percent,
  percentText,
  progressPercent,
  round,
} from './figures.ts'

describe('display helpers (§5.29)', () => {
  test('a percent has one decimal, drops ".0" and is 0 when not finite (§5.29)', () => {
    const shares = [
      [1, 3],
      [1, 2],
      [1, 4],
      [2, 3],
      [0, 5],
      [5, 0],
      [0, 0],
      ['x', 4],
      [null, 4],
      [1, 1000],
      [-1, 4000],
    ] as const
    expect(shares.map(([part, whole]) => percent(part, whole))).toEqual([
      '33.3',
      '50',
      '25',
      '66.7',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0.1',
      '0',
    ])
    expect([0.125, 0.5, Number.NaN, undefined].map(fraction => percentText(fraction))).toEqual([
      '12.5%',
      '50%',
      '0%',
      '0%',
    ])
  })

  test('a count is shown as it is: zero is 0, and only a non-number is "-" (domain.md §4)', () => {
    expect([1234, 0, -3, '7', null, undefined, Number.NaN, ''].map(countText)).toEqual([
      '1,234',
      '0',
      '−3',
      '7',
      '-',
      '-',
      '-',
      '-',
    ])
  })

  test('a numeric display is "-" for NaN, empty, negative or zero, or 0 where asked (§5.29)', () => {
    const none = [Number.NaN, '', ' ', null, undefined, -1, 0, '0', 'abc', Number.POSITIVE_INFINITY]
    expect(none.map(value => figureText(value))).toEqual(none.map(() => '-'))
    expect(none.map(value => integerText(value))).toEqual(none.map(() => '-'))
    expect(none.map(value => minutesText(value))).toEqual(none.map(() => '-'))
    expect(none.map(value => moneyText(value))).toEqual(none.map(() => '-'))
    expect(none.map(value => figureText(value, '0'))).toEqual(none.map(() => '0'))
    expect([1234.567, '1234.5', 7].map(value => figureText(value))).toEqual(['1,234.57', '1,234.5', '7'])
    expect([1234567, 0.6, '12'].map(value => integerText(value))).toEqual(['1,234,567', '1', '12'])
  })

  test('rounding is to 2 decimals unless the caller says otherwise (§5.29)', () => {
    expect([
      round(1.005),
      round(2.345),
      round(-2.345),
      round(10),
      round(1.25, 1),
      round(1.26, 0),
      round(1e-7),
      round(1e300),
    ]).toEqual([1.01, 2.35, -2.35, 10, 1.3, 1, 0, 1e300])
    expect(round(Number.NaN)).toBeNaN()
  })

  test('progress is capped at 100 % (§5.29)', () => {
    expect([
      progressPercent(50, 200),
      progressPercent(300, 200),
      progressPercent(200, 200),
      progressPercent(1, 0),
      progressPercent(0, 0),
      progressPercent(-1, 5),
      progressPercent(null, 5),
    ]).toEqual([25, 100, 100, 100, 0, 0, 0])
  })
})

test('money below zero has one sign, a minus and no hyphen, before its currency', () => {
  expect([
    balanceText(-3120),
    balanceText(3120),
    balanceText(0),
    balanceText(-0.2),
    balanceText(-5, 'EUR'),
    balanceText(null),
  ]).toEqual(['−$31.20', '$31.20', '$0.00', '$0.00', '−€0.05', '-'])
  expect([changeText(-3120), changeText(3120), changeText(0), changeText(undefined)]).toEqual([
    '−$31.20',
    '+$31.20',
    '$0.00',
    '-',
  ])
})

test('money comes from whole cents, minutes with at most one decimal', () => {
  expect([moneyText(123456), moneyText(5), moneyText(100_000_000), moneyText(250, 'EUR')]).toEqual([
    '$1,234.56',
    '$0.05',
    '$1,000,000.00',
    '€2.50',
  ])
  expect([minutesText(12), minutesText(12.34), minutesText('9.96')]).toEqual(['12', '12.3', '10'])
})
