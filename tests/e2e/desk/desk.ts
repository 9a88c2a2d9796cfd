import { startGateway, type RunningGateway } from '@desk/gateway/gateway'
import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { createTestDatabase, type TestServer } from '@desk/platform/testing/database/test-server'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { startPlatform } from '@desk/platform/app/server'
import { StudyMaker } from '@desk/platform/testing/study'
import { mailsIn, testSettings, tokenIn } from '@desk/platform/testing/settings'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { TEST_SERVER_VARIABLE } from './global-setup.ts'
import { writeStudy, type DeskStudy, type StudyOptions } from './study.ts'
import { ask } from './ask.ts'

const FEED_TOKEN = 'feed-token-of-the-browser-tests-01'
const WEB_ROOT = process.env['DESK_WEB_ROOT'] ?? join(process.cwd(), '..', 'apps', 'web', 'dist')

/** One call to the public API. */
export interface DeskCall {
  readonly token?: string
  readonly body?: unknown
}

export interface DeskAnswer {
  readonly status: number
  // a test says itself what it expects of a body
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** A source that respondents can come in by. */
export interface Door {
  readonly sourceId: number
  readonly supplierIds: readonly number[]
}

/** A worker's own desk: database, platform, gateway with the built web client. */
export interface Desk {
  readonly url: string
  /** Where the platform answers by itself, without the gateway. */
  readonly platformUrl: string
  readonly database: DeskDatabase
  /** Of the owner of its database, for what no role of the desk may do. */
  readonly databaseUrl: string
  /** Makes accounts, users and studies straight in the tables. */
  readonly maker: StudyMaker
  /** Writes a new live study for one test, so that tests do not meet in one table. */
  newStudy(account: 'acme' | 'beta' | number, projectName: string, options?: StudyOptions): Promise<DeskStudy>
  /** The token of a sign-in; tests that do not end the session share one for each user. */
  tokenOf(username: string): Promise<string>
  /** A sign-in of its own. */
  signIn(username: string, password?: string): Promise<string>
  call(method: string, path: string, call?: DeskCall): Promise<DeskAnswer>
  /** The tokens of the links that were mailed to this user, oldest first: without an SMTP server, mails are files. */
  resetTokensOf(username: string): Promise<readonly string[]>
  /** Enters by the public link as a supplier's respondent; gives the redirect, and the RDUD if it leads to the survey. */
  enter(source: Door, rid: string): Promise<{ location: string; rdud: string | null }>
  /** Comes back from the survey. */
  comeBack(rdud: string, inboundCode: string): Promise<number>
  /** Comes in and back at once, as many respondents as there are codes; a null stays in the survey. Gives their RDUDs. */
  respondents(source: Door, prefix: string, inboundCodes: readonly (string | null)[]): Promise<readonly string[]>
  /** The gateway goes, and comes back at the same address. */
  readonly gateway: { stop(): Promise<void>; start(): Promise<void> }
}

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Starts a desk on a copy of the run's template: the demo's accounts, and nothing in them. */
export async function startDesk(): Promise<Desk & { stop(): Promise<void> }> {
  const server = JSON.parse(process.env[TEST_SERVER_VARIABLE] ?? '{}') as TestServer // written by the global setup
  const fresh = await createTestDatabase(server)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  // a provider of single sign-on sends the browser back to where the desk is
  const port = await freePort()
  const settings = testSettings({
    publicUrl: `http://127.0.0.1:${port}`,
    internalAccountId: DEMO_ACCOUNTS.staff,
    feedToken: FEED_TOKEN,
    practiceSurvey: true,
    egressNetworks: ['127.0.0.0/8'],
  })
  const platform = await startPlatform({
    database: fresh.database,
    settings,
    log,
    port: 0,
    sweeps: { abandonMs: 1_000, autoPauseMs: 1_000 },
  })
  const openGateway = (): Promise<RunningGateway> =>
    startGateway({ host: '127.0.0.1', port, platformUrl: platform.url, feedToken: FEED_TOKEN, webRoot: WEB_ROOT, log })
  let gateway = await openGateway()
  const { url } = gateway

  const call: Desk['call'] = async (method, path, { token, body } = {}) => {
    const answer = await ask(url + path, {
      method,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text }
  }
  const signIn: Desk['signIn'] = async (username, password = DEMO_PASSWORD) => {
    const { status, body } = await call('POST', '/v1/login', { body: { username, password } })
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(body)}`)
    return body.AccessToken
  }
  const enter: Desk['enter'] = async (source, rid) => {
    const response = await ask(`${url}/entry/${source.sourceId}?sup=${source.supplierIds[0]}&rid=${rid}`)
    const location = response.headers.get('location') ?? ''
    return { location, rdud: /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(location)?.[1] ?? null }
  }
  const comeBack: Desk['comeBack'] = async (rdud, inboundCode) => {
    const { status } = await ask(`${url}/return?inbound_code=${inboundCode}&rdud=${rdud}`)
    return status
  }
  const tokens = new Map<string, Promise<string>>()

  return {
    url,
    platformUrl: platform.url,
    database: fresh.database,
    databaseUrl: fresh.url,
    maker: new StudyMaker(fresh.database),
    newStudy: (account, projectName, options) => writeStudy(fresh.database, account, projectName, options),
    tokenOf: username => {
      const token = tokens.get(username) ?? signIn(username)
      tokens.set(username, token)
      return token
    },
    signIn,
    call,
    resetTokensOf: async username =>
      (await mailsIn(settings.mail.folder))
        .filter(({ to, text }) => to === username && text.includes('#/reset-password/'))
        .map(tokenIn),
    enter,
    comeBack,
    respondents: (source, prefix, inboundCodes) =>
      Promise.all(
        inboundCodes.map(async (code, no) => {
          const { rdud } = await enter(source, `${prefix}-${no + 1}`)
          if (rdud === null) throw new Error(`${prefix}-${no + 1} was turned away.`)
          if (code !== null) await comeBack(rdud, code)
          return rdud
        }),
      ),
    gateway: {
      stop: () => gateway.stop(),
      start: async () => {
        gateway = await openGateway()
      },
    },
    async stop() {
      await gateway.stop()
      await platform.stop()
      await fresh.drop()
    },
  }
}
