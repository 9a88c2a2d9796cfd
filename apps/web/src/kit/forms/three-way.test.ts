import { describe, expect, test } from 'vitest'
import { differencesOf, keptOfMine, undecided } from './three-way.ts'

const OPENED = { name: 'A', number: '1', target: '100', devices: [1], zone: 15 }
const MINE = { name: 'Mine', number: '1', target: '200', devices: [1], zone: 15 }
const NOW = { name: 'Theirs', number: '2', target: '100', devices: [1], zone: 15 }
const NAMES = ['zone', 'name', 'number', 'target', 'devices']
const DIFFERENCES = differencesOf(NAMES, OPENED, MINE, NOW)

describe('a stale edit, three ways', () => {
  test('lays open, in the order of the form, who changed what', () =>
    expect(DIFFERENCES).toEqual([
      { name: 'name', opened: 'A', mine: 'Mine', now: 'Theirs', changedBy: 'both' },
      { name: 'number', opened: '1', mine: '1', now: '2', changedBy: 'theirs' },
      { name: 'target', opened: '100', mine: '200', now: '100', changedBy: 'mine' },
    ]))

  test('an equal change by both is no difference, nor is the order of an object’s fields', () =>
    expect(
      differencesOf(['a', 'b'], { a: 1, b: { x: 1, y: 1 } }, { a: 2, b: { x: 1, y: 2 } }, { a: 2, b: { y: 2, x: 1 } }),
    ).toEqual([]))

  test('asks for what both changed alone', () =>
    expect([undecided(DIFFERENCES, {}), undecided(DIFFERENCES, { name: 'theirs' })]).toEqual([['name'], []]))

  test('keeps what I alone changed, and what I chose of mine; the rest is theirs', () =>
    expect([
      keptOfMine(DIFFERENCES, { name: 'mine' }),
      keptOfMine(DIFFERENCES, { name: 'theirs' }),
      keptOfMine(DIFFERENCES, {}),
    ]).toEqual([{ name: 'Mine', target: '200' }, { target: '200' }, { target: '200' }]))

  test('a field that one side does not have counts as empty', () =>
    expect(differencesOf(['note'], {}, { note: null }, { note: 'x' })).toEqual([
      { name: 'note', opened: null, mine: null, now: 'x', changedBy: 'theirs' },
    ]))
})
