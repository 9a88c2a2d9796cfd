import { expect, test } from 'vitest'
import { arrivalWeight, isOut, nextDoor } from './arrivals.ts'
import { Chance } from './random.ts'
import type { Door } from './visits.ts'

const DOOR: Door = {
  projectId: 4,
  stmid: 9,
  supplierIds: [1],
  loiMinutes: 10,
  ir: 0.5,
  priceCents: 200,
  fullShare: 0,
}
const START_MS = Date.UTC(2026, 0, 5)
const HOURS = Array.from({ length: 2_000 }, (_, hour) => START_MS + hour * 3_600_000)
const openHours = HOURS.filter(atMs => !isOut(DOOR.stmid, atMs))
const sumOf = (door: Door, hours = HOURS) => hours.reduce((sum, atMs) => sum + arrivalWeight(door, atMs), 0)

test('the same source and hour always have the same weight, and two sources have days of their own', () => {
  const at = openHours[5] ?? START_MS
  expect(arrivalWeight(DOOR, at)).toBe(arrivalWeight({ ...DOOR }, at + 1))
  expect(sumOf(DOOR)).not.toBeCloseTo(sumOf({ ...DOOR, stmid: 10 }), 3)
})

test('an outage of one to six hours sends no respondents, and takes less than a twentieth of the time', () => {
  const share = 1 - openHours.length / HOURS.length
  expect([share > 0.002, share < 0.05]).toEqual([true, true])
  const outages = HOURS.map(atMs => (isOut(DOOR.stmid, atMs) ? 'x' : '.'))
    .join('')
    .split('.')
    .map(({ length }) => length)
  expect(Math.max(...outages)).toBeLessThanOrEqual(12)
  expect(arrivalWeight(DOOR, HOURS.find(atMs => isOut(DOOR.stmid, atMs)) ?? START_MS)).toBe(0)
})

test('evenings bring more than mornings, a higher price more than a lower, a full source less than an empty one', () => {
  const at = (hour: number) => openHours.filter(atMs => new Date(atMs).getUTCHours() === hour)
  expect(sumOf(DOOR, at(20)) / at(20).length).toBeGreaterThan((1.5 * sumOf(DOOR, at(8))) / at(8).length)
  expect(sumOf({ ...DOOR, priceCents: 300 })).toBeGreaterThan(1.3 * sumOf(DOOR))
  expect(sumOf({ ...DOOR, fullShare: 1 })).toBeLessThan(0.75 * sumOf(DOOR))
  expect(sumOf({ ...DOOR, priceCents: null })).toBeCloseTo(sumOf(DOOR), 6)
})

test('a respondent comes by a source in proportion to its weight, and by none where all are out', () => {
  const outAtMs = HOURS.find(atMs => isOut(DOOR.stmid, atMs)) ?? START_MS
  expect(nextDoor([DOOR], outAtMs, new Chance(1))).toBeNull()
  const other = { ...DOOR, stmid: 10 }
  const chance = new Chance(3)
  const picked = Array.from({ length: 4_000 }, () => nextDoor([DOOR, other], openHours[9] ?? START_MS, chance)?.stmid)
  const atMs = openHours[9] ?? START_MS
  const expected = arrivalWeight(DOOR, atMs) / (arrivalWeight(DOOR, atMs) + arrivalWeight(other, atMs))
  expect(picked.filter(id => id === DOOR.stmid).length / picked.length).toBeCloseTo(expected, 1)
})
