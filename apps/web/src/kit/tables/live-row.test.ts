import { describe, expect, test } from 'vitest'
import { cellsOfStatus, newerOf, newsFor, type LiveRow } from './live-row.ts'

interface Row extends LiveRow {
  readonly completes: number
  readonly effective_statusid: number
}

const row: Row = {
  statusid: 1,
  status_reason: null,
  status_changed_by: 'Ana Silva',
  status_changed_at: '2026-11-02T09:30:00.000Z',
  status_version: 4,
  figures_version: 12,
  completes: 40,
  effective_statusid: 1,
}

describe('figures and statuses never go back', () => {
  test('cells of newer or the same figures are news', () => {
    const cells = { completes: 41, figures_version: 13 }
    expect([
      newsFor(row, cells),
      newsFor(row, { completes: 40, figures_version: 12 }),
      newsFor(row, { completes: 42 }),
    ]).toEqual([cells, { completes: 40, figures_version: 12 }, { completes: 42 }])
  })

  test('cells of older figures are passed over, a newer status beside them is not', () => {
    expect(
      newsFor(row, { completes: 39, figures_version: 11, statusid: 2, status_version: 5, effective_statusid: 2 }),
    ).toEqual({
      statusid: 2,
      status_version: 5,
      effective_statusid: 2,
    })
  })

  test('an older status is passed over, newer figures beside it are not', () => {
    expect(newsFor(row, { completes: 41, figures_version: 13, statusid: 3, status_version: 3 })).toEqual({
      completes: 41,
      figures_version: 13,
    })
  })

  test('a snapshot that was read before the last frames does not take them away', () => {
    const read: Row = {
      ...row,
      completes: 30,
      figures_version: 9,
      statusid: 2,
      status_version: 5,
      effective_statusid: 2,
    }
    expect([newerOf(row, read), newerOf(undefined, read)]).toEqual([
      { ...row, statusid: 2, status_version: 5, effective_statusid: 2 },
      read,
    ])
  })
})

test('a status event changes status, reason, who and when (§4.2)', () => {
  expect(
    cellsOfStatus({
      scope: 'source',
      id: 7,
      pm_proj_ud: 1,
      pm_sy_ud: 3,
      from: 1,
      to: 6,
      reason: 'hash_errors',
      note: null,
      by: null,
      by_uid: null,
      at: '2026-11-02T10:00:00.000Z',
      version: 5,
      command_id: null,
    }),
  ).toEqual({
    statusid: 6,
    status_reason: 'hash_errors',
    status_changed_by: null,
    status_changed_at: '2026-11-02T10:00:00.000Z',
    status_version: 5,
  })
})
