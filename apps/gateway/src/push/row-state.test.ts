import { expect, test } from 'vitest'
import { RowState } from './row-state.ts'

const first = { figures_version: 1, status_version: 1, name: 'Main', entrants: 5, inflight: 2 }

function told(...rows: readonly (typeof first)[]): unknown[] {
  const state = new RowState(first)
  return [state.tell(), ...rows.map(row => state.take(row, true, false) && state.tell())]
}

test('a row is sent whole first, then by its changed cells', () => {
  expect(told({ ...first, figures_version: 2, entrants: 6 })).toEqual([first, { figures_version: 2, entrants: 6 }])
})

test('a value that changed and changed back between two frames is sent: a snapshot may have shown it (law 7)', () => {
  const state = new RowState(first)
  state.tell()
  state.take({ ...first, figures_version: 2, inflight: 3 }, true, false)
  state.take({ ...first, figures_version: 3, entrants: 6, inflight: 2 }, true, false)
  expect(state.tell()).toEqual({ figures_version: 3, inflight: 2, entrants: 6 })
})

test('a row that skipped versions is sent whole: a snapshot may have shown one of them (law 7)', () => {
  const after = { ...first, figures_version: 3, entrants: 7 }
  const paused = { ...after, status_version: 3 }
  expect(told(after, paused)).toEqual([first, after, paused])
})

test('a row that its parent changed is sent whole, changed or not', () => {
  const state = new RowState(first)
  state.tell()
  expect([state.take(first, true, true), state.tell()]).toEqual([true, first])
})

test('an older row changes nothing', () => {
  expect(told({ ...first, figures_version: 3, entrants: 7 }, { ...first, figures_version: 2, entrants: 6 })).toEqual([
    first,
    { ...first, figures_version: 3, entrants: 7 },
    false,
  ])
})

test('a version without a changed cell is sent with the next cell', () => {
  expect(told({ ...first, figures_version: 2 }, { ...first, figures_version: 3, entrants: 6 })).toEqual([
    first,
    null,
    { figures_version: 3, entrants: 6 },
  ])
})

test('a row without a version is sent whole when it changed, and not when it was only read again', () => {
  const bucket = { Start_Time: '2026-11-20T12:00:00.000Z', Completes_Count_Live: 4, Completes_Count_Test: 0 }
  const state = new RowState(bucket)
  state.tell()
  expect([state.take(bucket, false, false), state.take(bucket, true, false), state.tell()]).toEqual([
    false,
    true,
    bucket,
  ])
})
