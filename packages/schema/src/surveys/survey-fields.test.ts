import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { DeviceCompatibility, EstimatedLoi, IncidenceRate, SellPrice, Target } from './survey-fields.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const form = Schema.Struct({
  target: Target,
  loi: EstimatedLoi,
  ir: IncidenceRate,
  price: SellPrice,
  devices: DeviceCompatibility,
})
const GOOD = { target: 200, loi: 12, ir: 45.5, price: 4.15, devices: [1, 3] }
function messagesOf(values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(form, { errors: 'all' })(values)
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

test('each missing field has its own message (§5.10, §5.11, §5.12, §5.13, §5.14)', () => {
  expect(messagesOf({})).toEqual([
    'Target (N) is required',
    'Estimated LOI is required',
    'Incidence Rate is required',
    'Sell Price is required',
    'Device Compatibility is required',
  ])
})

test.each([
  {},
  { target: 0 },
  { loi: 1 },
  { loi: 119 },
  { ir: 0.1 },
  { ir: 100 },
  { price: 0 },
  { price: 300 },
  { price: 0.01 },
  { devices: [3, 2, 1] },
])('%j is within the bounds (§9.2)', values => expect(messagesOf({ ...GOOD, ...values })).toEqual([]))

describe('each value out of bounds has its own message', () => {
  test.each([
    [{ price: 'cheap' }, 'Sell Price must be a valid number'],
    [{ price: -0.01 }, 'Sell Price must be greater than 0'],
    [{ price: 300.01 }, 'Sell Price cannot be greater than $300'],
    [{ price: 1.005 }, 'Sell Price has at most two decimals'],
  ])('%j (§5.11)', (values, message) => expect(messagesOf({ ...GOOD, ...values })).toEqual([message]))

  test.each([
    [{ target: 'many' }, 'Target (N) must be a valid number'],
    [{ target: -1 }, 'Target (N) must be a valid number'],
    [{ target: Number.NaN }, 'Target (N) must be a valid number'],
    [{ target: 2.5 }, 'Target (N) must be a whole number'],
    [{ target: 10_000_001 }, 'Target (N) cannot be greater than 10000000'],
  ])('%j (§5.12)', (values, message) => expect(messagesOf({ ...GOOD, ...values })).toEqual([message]))

  test.each([
    [{ loi: 0 }, 'Estimated LOI must be greater or equal to 1'],
    [{ loi: 120 }, 'Maximum value for the LOI field must be less than 120 minutes'],
    [{ loi: 9.5 }, 'Estimated LOI must be a whole number of minutes'],
    [{ loi: 'long' }, 'Estimated LOI must be a valid number'],
  ])('%j (§5.13)', (values, message) => expect(messagesOf({ ...GOOD, ...values })).toEqual([message]))

  test.each([
    [{ ir: 0 }, 'Incidence Rate must be greater than 0'],
    [{ ir: 0.09 }, 'Incidence Rate must be greater than 0'],
    [{ ir: 100.1 }, 'Incidence Rate cannot be greater than 100'],
    [{ ir: 33.33 }, 'Incidence Rate has at most one decimal'],
  ])('%j (§5.14)', (values, message) => expect(messagesOf({ ...GOOD, ...values })).toEqual([message]))

  test.each([
    [{ devices: [] }, 'Device Compatibility is required'],
    [{ devices: null }, 'Device Compatibility is required'],
    [{ devices: [1, 1] }, 'Device Compatibility names a device twice'],
  ])('%j (§5.10)', (values, message) => expect(messagesOf({ ...GOOD, ...values })).toEqual([message]))

  test('an unknown device (§3.29, §5.10)', () => expect(messagesOf({ ...GOOD, devices: [4] })).toHaveLength(1))
})
