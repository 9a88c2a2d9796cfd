import type { Changes } from '@desk/schema/changes/changes'
import type { TokenAnswer, WatchAnswer } from '@desk/schema/push/frames'
import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { GatewayMetrics } from '../kernel/metrics.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { clientAddressOf } from '../proxy/client-address.ts'
import { Turns } from '../proxy/turns.ts'
import { Admission, type AdmissionOptions } from './admission.ts'
import { broadcast, type Addressed } from './broadcast.ts'
import type { Clock } from './clock.ts'
import { refusalOf, takeToken } from './handshake.ts'
import { hear } from './hear.ts'
import { boundUpgradedBytes, Intake } from './intake.ts'
import { AWAY, PlatformQuestions } from './platform-questions.ts'
import type { PushServer, PushSocket } from './push-socket.ts'
import type { RedisLink } from './redis-link.ts'
import { SessionSockets } from './session-sockets.ts'
import { SLOW_ROOM, SlowClients } from './slow-clients.ts'
import { subjectOf } from './topic-name.ts'
import { roomKey } from './topic-room.ts'
import { TopicRooms } from './topic-rooms.ts'
import { MAX_TOPICS_PER_SOCKET, Viewer } from './viewer.ts'
import type { Allowed, Denied, WatchJudge } from './watch-judge.ts'

const HEARTBEAT_MS = 2_000
const LOOK_AT_BACKLOGS_MS = 200
const MAX_MESSAGE_BYTES = 16 * 1024
/** The longest part of a client's text that is quoted back. */
const MAX_SHOWN = 100
const CONNECT_WITHIN_MS = 10_000
const MAX_SIGN_INS_OF_ADDRESS = 16

const BROKEN: Denied = { ok: false, status: 500, message: 'Encountered an error. Please try again later.' }
const ENDED: Denied = { ok: false, status: 401, message: 'Your session has ended. Please sign in again.' }

export interface PushOptions {
  readonly server: HttpServer
  readonly admission: AdmissionOptions
  readonly client: PlatformClient
  readonly judge: () => Promise<WatchJudge>
  readonly feedDelayMs: () => number | null
  readonly redis: RedisLink | null
  readonly clock: Clock
  readonly metrics: GatewayMetrics
  readonly log: Logger
}

/** The clients: who they are, what they watch, and what they are sent. */
export class Push {
  readonly rooms: TopicRooms
  readonly #io: PushServer
  readonly #options: PushOptions
  readonly #viewers = new WeakMap<PushSocket, Viewer>()
  readonly #intakes = new WeakMap<PushSocket['conn'], Intake>()
  /** No address keeps the others waiting at the platform. */
  readonly #signIns = new Turns(MAX_SIGN_INS_OF_ADDRESS)
  readonly #platform: PlatformQuestions
  readonly #sessions: SessionSockets
  readonly #slow: SlowClients
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(options: PushOptions) {
    this.#options = options
    this.#platform = new PlatformQuestions(options)
    const admission = new Admission(options.admission)
    boundUpgradedBytes(options.server, options.clock)
    this.#io = new Server(options.server, {
      path: '/socket.io',
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: CONNECT_WITHIN_MS,
      allowRequest: (request, decide) => {
        const refusal = admission.refusal(request)
        decide(refusal, refusal === null)
      },
      ...(options.redis ? { adapter: options.redis.adapter } : {}),
    })
    this.#sessions = new SessionSockets(this.#io, options.clock)
    this.#io.engine.on('connection', (connection: PushSocket['conn']) => {
      connection.once('close', admission.opened(connection.request))
      const intake = new Intake(options.clock)
      this.#intakes.set(connection, intake)
      connection.on('packet', () => {
        if (intake.mayTakePacket()) return
        connection.close(true)
        // closing in order would wait for a client that goes on sending
        connection.request.socket.destroy()
      })
    })
    this.#io.engine.on('connection_error', () => options.metrics.connectionRefused())
    this.#io.use((socket, next) => {
      void this.#enter(socket)
        .catch((error: unknown): Denied => {
          this.#failed('connection', error)
          return BROKEN
        })
        .then(denied => next(denied ? refusalOf(denied) : undefined))
    })
    this.#io.on('connection', socket => this.#serve(socket))
    this.rooms = new TopicRooms(options.clock, frames => this.#send(frames))
    this.#slow = new SlowClients(this.rooms, options.metrics)
    this.#timers = [
      setInterval(() => this.#beat(), HEARTBEAT_MS).unref(),
      setInterval(() => this.#lookAtBacklogs(), LOOK_AT_BACKLOGS_MS).unref(),
    ]
  }

  get connectionCount(): number {
    return this.#io.sockets.sockets.size
  }

  /** The bytes buffered for clients here. */
  get backlogBytes(): number {
    let bytes = 0
    for (const socket of this.#io.sockets.sockets.values()) bytes += this.#viewers.get(socket)?.backlog.bytes ?? 0
    return bytes
  }

  watcherCount(roomKey: string): number {
    return this.#io.sockets.adapter.rooms.get(roomKey)?.size ?? 0
  }

  /** The viewers in a room. */
  viewersIn(roomKey: string): Viewer[] {
    return [...(this.#io.sockets.adapter.rooms.get(roomKey) ?? [])].flatMap(id => {
      const socket = this.#io.sockets.sockets.get(id)
      const viewer = socket && this.#viewers.get(socket)
      return viewer ? [viewer] : []
    })
  }

  /**
   * Everything known here may be out of date, including who is signed in: every topic starts a new epoch, its watchers read
   * snapshots, and every viewer is checked again.
   */
  reset(): void {
    this.rooms.reset()
    for (const socket of this.#io.sockets.sockets.values()) {
      socket.emit('alerted')
      this.#attend(this.#askAgain(socket))
    }
  }

  /**
   * Checks every viewer in these accounts again: those who may no longer watch are disconnected, those who cannot be checked have
   * to reconnect, and the pages of all others check what their user may do now.
   */
  doubt(accountIds: readonly number[]): void {
    if (accountIds.length === 0) return
    for (const socket of this.#io.sockets.sockets.values()) {
      const viewer = this.#viewers.get(socket)
      if (!viewer || !accountIds.includes(viewer.accountId)) continue
      this.#attend(
        this.#askAgain(socket).then(isKnown => {
          if (isKnown) socket.emit('doubted')
          else socket.conn.close(true)
        }),
      )
    }
  }

  /** Tells the pages of these users that their alerts have changed. */
  alert(alerted: NonNullable<Changes['alerted']>): void {
    if (alerted.length === 0) return
    const told = new Set(alerted.flatMap(({ pm_dsh_ud: account, uids }) => uids.map(uid => `${account} ${uid}`)))
    for (const socket of this.#io.sockets.sockets.values()) {
      const viewer = this.#viewers.get(socket)
      if (viewer && told.has(`${viewer.accountId} ${viewer.userId}`)) socket.emit('alerted')
    }
  }

  /** Closes the sockets of these sessions here. */
  endSessions(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) for (const socket of this.#sessions.end(sessionId)) this.#end(socket)
  }

  /** Closes the sockets of a session whose end only this gateway knows, here and at the other gateways. */
  endSessionEverywhere(sessionId: string): void {
    this.endSessions([sessionId])
    if (this.#options.redis) this.#sessions.endElsewhere(sessionId)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.rooms.close()
    await this.#io.close()
  }

  /** Checks who connects; gives the reason for a refusal. */
  async #enter(socket: PushSocket): Promise<Denied | null> {
    const token = takeToken(socket.handshake)
    if (typeof token !== 'string') return token
    const giveBack = await this.#signIns.take(clientAddressOf(socket.request, this.#options.admission.isProxy))
    // the client left while it waited
    if (socket.conn.readyState !== 'open') {
      giveBack()
      return ENDED
    }
    const verdict = await this.#platform.ask(judge => judge.enter(token)).finally(giveBack)
    if (!verdict.ok) return verdict
    if (this.#sessions.hasEnded(verdict.sessionId)) return ENDED
    this.#viewers.set(socket, new Viewer(token, verdict, this.#options.clock.nowMs()))
    return null
  }

  #serve(socket: PushSocket): void {
    const viewer = this.#viewers.get(socket)
    if (!viewer || this.#sessions.hasEnded(viewer.sessionId)) {
      this.#end(socket)
      return
    }
    this.#sessions.join(socket, viewer.sessionId)
    this.#intakes.get(socket.conn)?.signedIn()
    hear(
      socket,
      {
        watch: {
          act: topic => this.#watch(socket, viewer, topic),
          refuse: ({ status, message }, topic): WatchAnswer => ({
            ok: false,
            topic: typeof topic === 'string' ? topic.slice(0, MAX_SHOWN) : '',
            status,
            message,
          }),
          nonsense: 'There is no such topic.',
          isAnswered: true,
        },
        unwatch: {
          act: topic => {
            viewer.wanted.delete(topic)
            this.#leave(socket, viewer, topic)
            return null
          },
          refuse: denied => denied,
          nonsense: 'There is no such topic.',
          isAnswered: false,
        },
        token: {
          act: token => this.#renew(socket, viewer, token),
          refuse: denied => denied,
          nonsense: 'This is no token.',
          isAnswered: true,
        },
      },
      {
        refused: message => this.#options.metrics.messageRefused(message),
        failed: (message, error) => this.#failed('message', error, message),
      },
    )
  }

  /** Gives the answer to `watch`; null when the socket has ended since then. */
  async #watch(socket: PushSocket, viewer: Viewer, topic: string): Promise<WatchAnswer | null> {
    const subject = subjectOf(topic)
    const refuse = ({ status, message }: Denied): WatchAnswer => ({ ok: false, topic, status, message })
    if (!viewer.mayAsk(this.#options.clock.nowMs()))
      return refuse({ ok: false, status: 429, message: 'Too many requests to watch. Please wait a moment.' })
    if (!viewer.wanted.has(topic) && viewer.wanted.size >= MAX_TOPICS_PER_SOCKET)
      return refuse({
        ok: false,
        status: 429,
        message: `At most ${MAX_TOPICS_PER_SOCKET} topics can be watched at once.`,
      })
    viewer.wanted.add(topic)
    const verdict = await this.#platform.ask(judge => judge.watch(topic, subject, viewer.token))
    const isNewSurvey =
      verdict.ok &&
      subject.kind === 'survey' &&
      !this.rooms.get(roomKey({ topic, accountId: verdict.accountId, view: verdict.view }))
    // without its project a survey's room would never get the project's status: better no room
    const parent = isNewSurvey
      ? await this.#platform.projectAbove(subject.id, verdict.accountId, viewer.token)
      : { projectId: null }
    if (!socket.connected) return null
    if (parent === null) return refuse(AWAY)
    if (!verdict.ok || this.#sessions.hasEnded(verdict.sessionId)) {
      // no answer changes nothing; a refusal ends the watch
      if (verdict.ok || verdict.status < 500) {
        viewer.wanted.delete(topic)
        this.#leave(socket, viewer, topic)
      }
      return refuse(verdict.ok ? ENDED : verdict)
    }
    if (!viewer.wanted.has(topic)) return refuse({ ok: false, status: 409, message: 'This topic is no longer wanted.' })
    this.#takeSession(socket, viewer, verdict, verdict.renewedToken)
    const room = this.rooms.enter({ topic, accountId: verdict.accountId, view: verdict.view }, parent.projectId)
    if (viewer.roomOf.get(topic) !== room.key) this.#leave(socket, viewer, topic)
    viewer.roomOf.set(topic, room.key)
    void socket.join(room.key)
    return { ok: true, topic, epoch: room.epoch, position: room.position, view: room.view }
  }

  async #renew(socket: PushSocket, viewer: Viewer, token: string): Promise<TokenAnswer> {
    if (!viewer.mayAsk(this.#options.clock.nowMs()))
      return { ok: false, status: 429, message: 'Too many requests. Please wait a moment.' }
    const verdict = await this.#platform.ask(judge => judge.enter(token))
    if (!verdict.ok || this.#sessions.hasEnded(verdict.sessionId)) return verdict.ok ? ENDED : verdict
    // another account or view: check again what may be watched there
    if (!viewer.isStill(verdict)) this.#leaveAll(socket, viewer)
    this.#takeSession(socket, viewer, verdict, verdict.renewedToken ?? token)
    return { ok: true }
  }

  /** Gives whether the platform has answered. */
  async #askAgain(socket: PushSocket): Promise<boolean> {
    const viewer = this.#viewers.get(socket)
    if (!viewer) return true
    const verdict = await this.#platform.ask(judge => judge.enter(viewer.token))
    if (verdict.ok) this.#takeSession(socket, viewer, verdict, verdict.renewedToken)
    // the session has ended, or its user has to set something up first: the page checks the session and shows that
    else if (verdict.status === 401 || verdict.status === 403) this.#end(socket)
    return verdict.ok || verdict.status < 500
  }

  /** Awaits promises that have no other awaiter, so that none fails unnoticed. */
  #attend(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#failed('connection', error))
  }

  #failed(where: 'connection' | 'message', error: unknown, message?: string): void {
    this.#options.metrics.failed(where)
    this.#options.log.error(
      { err: error, ...(message === undefined ? {} : { message }) },
      `A push ${where} failed unexpectedly`,
    )
  }

  #takeSession(socket: PushSocket, viewer: Viewer, verdict: Allowed, token: string | null): void {
    if (token !== null) viewer.token = token
    this.#sessions.move(socket, viewer.become(verdict), verdict.sessionId)
  }

  #leave(socket: PushSocket, viewer: Viewer, topic: string): void {
    const key = viewer.roomOf.get(topic)
    if (key === undefined) return
    viewer.roomOf.delete(topic)
    void socket.leave(key)
  }

  #leaveAll(socket: PushSocket, viewer: Viewer): void {
    for (const topic of viewer.roomOf.keys()) this.#leave(socket, viewer, topic)
  }

  #end(socket: PushSocket): void {
    const viewer = this.#viewers.get(socket)
    if (viewer) this.#leaveAll(socket, viewer)
    this.#sessions.close(socket)
  }

  #send(frames: readonly Addressed[]): void {
    for (const { key, frame } of frames) this.#options.metrics.frameSent(this.watcherCount(key), frame.commitAtMs)
    broadcast(this.#io.sockets, frames, SLOW_ROOM)
  }

  #beat(): void {
    this.#io.local.except(SLOW_ROOM).emit('heartbeat', { atMs: Date.now(), feedDelayMs: this.#options.feedDelayMs() })
    this.rooms.dropEmpty(key => this.watcherCount(key))
  }

  #lookAtBacklogs(): void {
    const nowMs = this.#options.clock.nowMs()
    for (const socket of this.#io.sockets.sockets.values()) {
      const viewer = this.#viewers.get(socket)
      if (viewer) this.#slow.look(socket, viewer, nowMs)
    }
  }
}
