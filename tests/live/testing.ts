import { startGateway, type RunningGateway } from '@desk/gateway/gateway'
import { TEST_FEED_TOKEN, usePlatform, type TestPlatform } from '@desk/platform/testing/platform'
import { StudyMaker, TEST_PASSWORD, type Study, type UserOptions } from '@desk/platform/testing/study'
import type { SourceRow } from '@desk/schema/figures/figures'
import type { Frame } from '@desk/schema/push/frames'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { openViewer, type LiveViewer } from './live-viewer.ts'

export interface Answer {
  readonly status: number
  readonly location: string | null
  // a test says itself what it expects of a body
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** A platform on its own database with a gateway in front: what the world sees. */
export interface House {
  readonly platform: TestPlatform
  readonly gateway: RunningGateway
  readonly maker: StudyMaker
  /** One call through the gateway. */
  call(method: string, path: string, options?: { readonly token?: string; readonly body?: unknown }): Promise<Answer>
  /** A new user of the account, signed in. */
  userOf(options: UserOptions): Promise<string>
  /** A respondent comes in, and with an inbound code comes back; gives the statuses and where it was sent last. */
  respondent(study: Study, rid: string, inboundCode?: string): Promise<Answer[]>
}

/** A house of this test file's own; call the result inside tests. */
export function houseOfTests(...own: Parameters<typeof usePlatform>): () => House {
  const platform = usePlatform(...own)
  let gateway: RunningGateway | undefined
  beforeAll(async () => {
    gateway = await startGateway({
      port: 0,
      platformUrl: platform().url,
      feedToken: TEST_FEED_TOKEN,
      webRoot: '/nowhere',
      log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    })
  })
  afterAll(() => gateway?.stop())
  return () => {
    if (!gateway) throw new Error('The gateway has not started: call this inside a test.')
    return houseOf(platform(), gateway)
  }
}

function houseOf(platform: TestPlatform, gateway: RunningGateway): House {
  const maker = new StudyMaker(platform.database)
  const call: House['call'] = async (method, path, { token, body } = {}) => {
    const answer = await fetch(gateway.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      body: /^[[{]/.test(text) ? JSON.parse(text) : text,
    }
  }
  return {
    platform,
    gateway,
    maker,
    call,
    async userOf(options) {
      const { username } = await maker.user(options)
      const { body } = await call('POST', '/v1/login', { body: { username, password: TEST_PASSWORD } })
      return body.AccessToken
    },
    async respondent({ sourceIds: [sourceId], supplierId }, rid, inboundCode) {
      const entered = await call('GET', `/entry/${sourceId}?sup=${supplierId}&rid=${rid}`)
      const rdud = entered.location && new URL(entered.location).searchParams.get('id')
      if (inboundCode === undefined || !rdud) return [entered]
      return [entered, await call('GET', `/return?inbound_code=${inboundCode}&rdud=${rdud}`)]
    },
  }
}

export function liveViewer({ gateway }: House, token: string): Promise<LiveViewer> {
  return openViewer(gateway.url, token)
}

type Row = Readonly<Record<string, unknown>>

/** A snapshot with the frames on top, as every client applies them. */
export function withFrames(snapshot: readonly SourceRow[], frames: readonly Frame[]): Row[] {
  const rows = new Map<string, Row>(snapshot.map(row => [String(row.stmid), row]))
  for (const { id, cells } of frames.flatMap(frame => frame.rows)) {
    const known = rows.get(id)
    if (Number(cells['figures_version'] ?? Infinity) < Number(known?.['figures_version'] ?? 0)) continue
    rows.set(id, { ...known, ...cells })
  }
  return [...rows.values()]
}
