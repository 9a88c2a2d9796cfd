import type { Changes } from '@desk/schema/changes/changes'
import type { Frame } from '@desk/schema/push/frames'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { describe, expect, test } from 'vitest'
import { HeldClock } from '../testing/held-clock.ts'
import { projectFigures, sourceRow, statusEvent, surveyFigures } from '../testing/rows.ts'
import { TopicRooms } from './topic-rooms.ts'

const ACCOUNT = 7
const NOTHING: Changes = {
  cursor: '1',
  reset: false,
  sources: [],
  surveys: [],
  projects: [],
  hours: [],
  statuses: [],
  ended_sessions: [],
}
const ofAccount = { pm_dsh_ud: ACCOUNT }

interface Sent {
  readonly key: string
  readonly frame: Frame
}

function house() {
  const clock = new HeldClock()
  const sent: Sent[] = []
  const rooms = new TopicRooms(clock, frames => sent.push(...frames))
  const enter = (
    topic: string,
    {
      accountId = ACCOUNT,
      view = 'internal',
      projectId = null,
    }: { accountId?: number; view?: StreamViewType; projectId?: number | null } = {},
  ) => rooms.enter({ topic, accountId, view }, projectId)
  const apply = (changes: Partial<Changes>) => rooms.apply({ ...NOTHING, ...changes })
  return { clock, sent, rooms, enter, apply }
}

const moved = (version: number) => ({
  sources: [{ ...ofAccount, pm_proj_ud: 1001, row: sourceRow({ figures_version: version, entrants: 10 + version }) }],
})
const tell = ({ key, frame: { rows, totals, statuses } }: Sent) => ({
  key,
  rows,
  ...(totals ? { totals } : {}),
  statuses,
})

describe('what belongs to a topic', () => {
  test('a source row goes to its survey, a survey its totals there and a row of its project, a project its totals there and a row of the list', () => {
    const { sent, enter, apply } = house()
    for (const topic of ['survey:2001', 'project:1001', 'projects', 'survey:2002', 'project:1002', 'hours:survey:2001'])
      enter(topic)
    apply({
      sources: [{ ...ofAccount, pm_proj_ud: 1001, row: sourceRow() }],
      surveys: [{ ...ofAccount, row: surveyFigures() }],
      projects: [{ ...ofAccount, row: projectFigures() }],
    })
    expect(sent.map(tell)).toEqual([
      {
        key: 'survey:2001|7|internal',
        rows: [{ id: '3001', cells: sourceRow() }],
        totals: surveyFigures(),
        statuses: [],
      },
      {
        key: 'project:1001|7|internal',
        rows: [{ id: '2001', cells: surveyFigures() }],
        totals: projectFigures(),
        statuses: [],
      },
      { key: 'projects|7|internal', rows: [{ id: '1001', cells: projectFigures() }], statuses: [] },
    ])
  })

  test('a status goes to the list for a project, to the project for all below it, and to a survey for itself, its sources and its project (§4.2)', () => {
    const topicsOf = (event: Parameters<typeof statusEvent>[0]) => {
      const { sent, enter, apply } = house()
      enter('projects')
      enter('project:1001')
      enter('survey:2001', { projectId: 1001 })
      enter('survey:2002', { projectId: 1002 })
      apply({ statuses: [{ ...ofAccount, event: statusEvent(event) }] })
      expect(sent.every(({ frame }) => frame.statuses.length === 1)).toBe(true)
      return sent.map(({ frame }) => frame.topic).toSorted()
    }
    expect([
      topicsOf({}),
      topicsOf({ scope: 'survey', id: 2001 }),
      topicsOf({ scope: 'project', id: 1001, pm_sy_ud: null }),
    ]).toEqual([
      ['project:1001', 'survey:2001'],
      ['project:1001', 'survey:2001'],
      ['project:1001', 'projects', 'survey:2001'],
    ])
  })

  test('completes by hour go to their project or survey, those of a source under its id (§3.24)', () => {
    const { sent, enter, apply } = house()
    enter('hours:project:1001')
    enter('hours:survey:2001')
    const row = { Start_Time: '2026-11-20T12:00:00.000Z', Completes_Count_Live: 4, Completes_Count_Test: 1 }
    apply({
      hours: [
        { ...ofAccount, scope: 'project', id: 1001, pm_sy_ud: null, row },
        { ...ofAccount, scope: 'survey', id: 2001, pm_sy_ud: 2001, row },
        { ...ofAccount, scope: 'source', id: 3001, pm_sy_ud: 2001, row: { ...row, stmid: 3001 } },
      ],
    })
    expect(sent.map(tell)).toEqual([
      { key: 'hours:project:1001|7|internal', rows: [{ id: '|2026-11-20T12:00:00.000Z', cells: row }], statuses: [] },
      {
        key: 'hours:survey:2001|7|internal',
        rows: [
          { id: '|2026-11-20T12:00:00.000Z', cells: row },
          { id: '3001|2026-11-20T12:00:00.000Z', cells: { ...row, stmid: 3001 } },
        ],
        statuses: [],
      },
    ])
  })
})

describe('who may see', () => {
  test('another account with the same topic gets nothing', () => {
    const { sent, enter, apply } = house()
    enter('survey:2001', { accountId: 8 })
    apply(moved(2))
    expect(sent).toEqual([])
  })

  test('the plain external view gets neither hidden columns nor frames that only they would fill (§3.2)', () => {
    const { sent, enter, apply } = house()
    enter('survey:2001', { view: 'external' })
    apply({ sources: [{ ...ofAccount, pm_proj_ud: 1001, row: sourceRow() }] })
    apply({
      sources: [{ ...ofAccount, pm_proj_ud: 1001, row: sourceRow({ figures_version: 2, inflight: 9, expense: 99 }) }],
    })
    const {
      eqTerms: _e,
      sqTerms: _s,
      abandons: _a,
      inflight: _i,
      supplierCpi: _c,
      expense: _x,
      pricedCompletes: _p,
      suppliers: _n,
      ...visible
    } = sourceRow()
    expect(sent.map(tell)).toEqual([
      { key: 'survey:2001|7|external', rows: [{ id: '3001', cells: visible }], statuses: [] },
    ])
  })
})

describe('frames', () => {
  test('each advances the topic by one position', () => {
    const { sent, enter, apply } = house()
    const { epoch } = enter('survey:2001')
    apply(moved(2))
    apply({ ...moved(3), committed_at_ms: 1_700 })
    expect(sent.map(({ frame }) => frame)).toEqual([
      {
        topic: 'survey:2001',
        epoch,
        from: 0,
        to: 1,
        rows: [{ id: '3001', cells: sourceRow({ figures_version: 2, entrants: 12 }) }],
        statuses: [],
      },
      {
        topic: 'survey:2001',
        epoch,
        from: 1,
        to: 2,
        rows: [{ id: '3001', cells: { figures_version: 3, entrants: 13 } }],
        statuses: [],
        commitAtMs: 1_700,
      },
    ])
  })

  test('changes beyond four frames in a second are merged into the next, which goes when the window allows', () => {
    const { clock, sent, enter, apply } = house()
    enter('survey:2001')
    for (let version = 2; version <= 9; version++) {
      clock.moveTo(version * 10)
      apply(moved(version))
    }
    expect(sent.length).toBe(4)
    clock.moveTo(1_019)
    expect(sent.length).toBe(4)
    clock.moveTo(1_020)
    expect(sent.slice(4).map(tell)).toEqual([
      {
        key: 'survey:2001|7|internal',
        rows: [{ id: '3001', cells: { figures_version: 9, entrants: 19 } }],
        statuses: [],
      },
    ])
  })

  test('one answer of the feed makes one frame of a topic, however many rows moved', () => {
    const { sent, enter, apply } = house()
    enter('survey:2001')
    const row = (stmid: number) => ({ ...ofAccount, pm_proj_ud: 1001, row: sourceRow({ stmid }) })
    apply({ sources: [row(3001), row(3002), row(3003)] })
    expect(sent.map(({ frame }) => frame.rows.map(({ id }) => id))).toEqual([['3001', '3002', '3003']])
  })

  test('after a reset every topic is at the beginning of another epoch, and rows are whole again', () => {
    const { sent, rooms, enter, apply } = house()
    const room = enter('survey:2001')
    const former = room.epoch
    apply(moved(2))
    rooms.reset()
    apply(moved(3))
    expect(room.epoch).not.toBe(former)
    expect(sent.slice(1).map(({ frame }) => frame)).toEqual([
      { topic: 'survey:2001', epoch: room.epoch, from: 0, to: 0, rows: [], statuses: [] },
      {
        topic: 'survey:2001',
        epoch: room.epoch,
        from: 0,
        to: 1,
        rows: [{ id: '3001', cells: sourceRow({ figures_version: 3, entrants: 13 }) }],
        statuses: [],
      },
    ])
  })
})

test('a room without watchers survives a short disconnection, then is dropped', () => {
  const { clock, rooms, enter } = house()
  const { epoch } = enter('survey:2001')
  rooms.dropEmpty(() => 0)
  clock.moveTo(29_000)
  rooms.dropEmpty(() => 0)
  expect(enter('survey:2001').epoch).toBe(epoch)
  rooms.dropEmpty(() => 0)
  clock.moveTo(59_000)
  rooms.dropEmpty(() => 0)
  expect(rooms.size).toBe(0)
})
