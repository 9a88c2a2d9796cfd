import type { ClientToServer, Frame, ServerToClient, WatchAnswer } from '@desk/schema/push/frames'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { startGateway, type GatewayOptions, type RunningGateway } from '../gateway.ts'
import { STUB_FEED_TOKEN, StubPlatform, type StubOptions } from './stub-platform.ts'

export const PAGE = '<!doctype html><title>Loading...</title>'
export const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))})`

/** A web build of a few files, removed after the test. */
export function webBuildFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'desk-web-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), PAGE)
  writeFileSync(join(root, 'theme-boot.js'), '// theme')
  writeFileSync(join(root, '.source-hash'), 'abc')
  writeFileSync(join(root, 'assets', 'index-a1b2c3d4.js'), SCRIPT)
  return root
}

export interface GatewayAndPlatform {
  readonly platform: StubPlatform
  readonly gateway: RunningGateway
}

export async function startStub(options?: StubOptions): Promise<StubPlatform> {
  const platform = await new StubPlatform(options).start()
  onTestFinished(() => platform.stop())
  return platform
}

/** A gateway in front of the stub; stopped after the test. */
export async function startBefore(
  platform: Pick<StubPlatform, 'url'>,
  options: Partial<GatewayOptions> = {},
): Promise<RunningGateway> {
  const gateway = await startGateway({
    port: 0,
    platformUrl: platform.url,
    feedToken: STUB_FEED_TOKEN,
    webRoot: options.webRoot ?? webBuildFolder(),
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    ...options,
  })
  onTestFinished(() => gateway.stop())
  return gateway
}

export async function startBoth(
  options: Partial<GatewayOptions> = {},
  stub?: StubOptions,
): Promise<GatewayAndPlatform> {
  const platform = await startStub(stub)
  return { platform, gateway: await startBefore(platform, options) }
}

export type ClientSocket = Socket<ServerToClient, ClientToServer>

/** A client that records its messages. */
export interface TestClient {
  readonly socket: ClientSocket
  readonly frames: Frame[]
  readonly endings: string[]
  /** How often the page was asked to check its session. */
  doubts(): number
  /** How often it was notified that the alerts of its user have changed. */
  alerts(): number
  watch(topic: string): Promise<WatchAnswer>
}

/** Opens a connection that is closed after the test; it is not waited for. */
export function openClient(gateway: RunningGateway, token: string | undefined, auth: object = {}): TestClient {
  const socket: ClientSocket = io(gateway.url, {
    auth: { ...(token === undefined ? {} : { token }), ...auth },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
  })
  onTestFinished(() => void socket.disconnect())
  const frames: Frame[] = []
  const endings: string[] = []
  socket.on('frame', frame => frames.push(frame))
  socket.on('ended', ({ reason }) => endings.push(reason))
  let doubts = 0
  socket.on('doubted', () => (doubts += 1))
  let alerts = 0
  socket.on('alerted', () => (alerts += 1))
  return {
    socket,
    frames,
    endings,
    doubts: () => doubts,
    alerts: () => alerts,
    watch: topic => new Promise(resolve => socket.emit('watch', topic, resolve)),
  }
}

/** A connected client; fails with what the gateway refused it with. */
export async function connect(gateway: RunningGateway, token: string, auth: object = {}): Promise<TestClient> {
  const client = openClient(gateway, token, auth)
  await new Promise<void>((resolve, reject) => {
    client.socket.once('connect', resolve)
    client.socket.once('connect_error', reject)
  })
  return client
}

/** The gateway's refusal of a connection. */
export function refusalOf(
  gateway: RunningGateway,
  token: string | undefined,
  auth: object = {},
): Promise<{ message: string; data?: unknown }> {
  const { socket } = openClient(gateway, token, auth)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('The connection was accepted.')))
    socket.once('connect_error', (error: Error & { data?: unknown }) =>
      resolve({ message: error.message, data: error.data }),
    )
  })
}

/** Resolves when a client has no connection any more. */
export const disconnected = ({ socket }: TestClient): Promise<void> =>
  new Promise(resolve => void (socket.connected ? socket.once('disconnect', () => resolve()) : resolve()))
