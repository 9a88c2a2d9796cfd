/**
 * A platform that allows everybody to watch everything and whose feed has as many changes as a test asks for: it feeds
 * the real gateway faster than a database of this machine could.
 */
import type { Changes } from '@desk/schema/changes/changes'
import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { SourceRow } from '@desk/schema/figures/figures'
import type { WatchVerdict } from '@desk/schema/changes/changes'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from '../harness/program.ts'
import { eachInTurn } from './schedule.ts'

const ACCOUNT = 1
const PROJECT = 1_000

let cursor = 1
let version = 0
let changed = new Map<number, SourceRow>()
let wake: (() => void) | null = null

function rowOf(surveyId: number): SourceRow {
  version += 1
  return {
    stmid: surveyId + 100_000,
    pm_sy_ud: surveyId,
    name: 'Northlight Panels, main stream',
    type: 'diy',
    statusid: 1,
    effective_statusid: 1,
    status_reason: null,
    status_changed_by: 'Ada Byron',
    status_changed_at: '2026-11-20T12:34:56.789Z',
    status_version: 3,
    suppliers: ['Northlight Panels'],
    figures_version: version,
    allocation: 0.25,
    entrants: version,
    eqTerms: 12,
    terms: 140,
    oQs: 31,
    sqTerms: 9,
    abandons: 44,
    inflight: 17,
    completes: version,
    ir: 0.4321,
    conversion: 0.2987,
    loi: 11.5,
    supplierCpi: 2.5,
    expense: version * 2.5,
    last_complete_at: new Date().toISOString(),
    target: 400,
    ...NO_FIELD_FACTS,
  }
}

function takeChanges(): Changes {
  const sources = [...changed.values()].map(row => ({ pm_dsh_ud: ACCOUNT, pm_proj_ud: PROJECT, row }))
  changed = new Map()
  cursor += 1
  return {
    cursor: String(cursor),
    reset: false,
    sources,
    surveys: [],
    projects: [],
    hours: [],
    statuses: [],
    ended_sessions: [],
    ...(sources.length > 0 ? { committed_at_ms: Date.now() } : {}),
  }
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://stub')
  const send = (body: unknown): void => {
    const text = JSON.stringify(body)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  }
  if (url.pathname === '/v1/changes') {
    if (changed.size > 0 || url.searchParams.get('wait') === '0') return send(takeChanges())
    const go = (): void => {
      clearTimeout(timer)
      wake = null
      send(takeChanges())
    }
    const timer = setTimeout(go, Number(url.searchParams.get('wait')) * 1_000)
    wake = go
    return
  }
  if (url.pathname === '/v1/watches') {
    const verdict: WatchVerdict = {
      topic: url.searchParams.get('topic') ?? '',
      pm_dsh_ud: ACCOUNT,
      session_id: 'of-the-bench',
      uid: 1,
      view: 'internal',
    }
    return send(verdict)
  }
  response.writeHead(404).end()
})

const answers = answer({
  async start(): Promise<string> {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server that listens has one
  },
  /** Changes a row of each survey so many times a second, from now on. */
  changeAll: ({
    surveyIds,
    perSecond,
    forMs,
  }: {
    surveyIds: readonly number[]
    perSecond: number
    forMs: number
  }): Promise<number> =>
    eachInTurn(surveyIds.map(String), perSecond, forMs, surveyId => {
      changed.set(Number(surveyId), rowOf(Number(surveyId)))
      wake?.()
    }),
})

export type StubPlatform = typeof answers
