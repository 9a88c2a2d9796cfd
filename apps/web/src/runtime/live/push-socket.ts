import type { FeedEvent } from '@desk/machines/feed/feed.events'
import type { ClientToServer, Frame, ServerToClient } from '@desk/schema/push/frames'
import type { Socket } from 'socket.io-client'
import type * as pushModule from './push-module.ts'
import type { TopicSocket } from './live-topics.ts'

type PushSocket = Socket<ServerToClient, ClientToServer>

/** Loaded with the first connection: the Socket.IO client and the schemas of its messages. */
export type PushModule = typeof pushModule

export interface PushPorts {
  readonly load: () => Promise<PushModule>
  /** The gateway's origin; '' is the page's own. */
  readonly address: () => Promise<string>
  readonly token: () => string | null
  readonly nowMs: () => number
  readonly send: (event: FeedEvent) => void
  readonly onFrame: (frame: Frame) => void
  /** The user's alerts have changed, or may have while there was no connection. */
  readonly onAlerts: () => void
  /** The server says that the session of this socket is over, or that its user may do more or less than before. */
  readonly onSessionDoubt: () => void
  /** The gateway speaks a newer version of the push protocol: only a reload helps. */
  readonly onOutdated: () => void
  readonly onFault: (fault: unknown) => void
}

/** Wait before another try after the gateway refused the connection; Socket.IO itself retries only lost ones. */
export const REFUSED_RETRY_DELAY_MS = 3_000

/** The same for a page that is too old: the update may be taken back. */
export const OUTDATED_RETRY_DELAY_MS = 60_000

const OUTDATED_STATUS = 426

/** The status that a refused connection carries beside its message; null for other failures. */
function statusOf(refusal: Error): number | null {
  // Socket.IO hands on what the gateway put into `data`; its types leave it out.
  const { data } = refusal as Error & { data?: { status?: unknown } }
  return typeof data?.status === 'number' ? data.status : null
}

/**
 * How long the gateway may take to answer a watch before the connection counts as broken: longer than it waits for the platform
 * itself, so that a crowd that comes back at once does not begin again from the start.
 */
export const WATCH_TIMEOUT_MS = 25_000

/** A request over a connection, with its answer. */
interface Speak {
  readonly watch: (topic: string) => void
  readonly handOver: (token: string) => void
}

/** Opens the push connection on first use, and turns its messages into events of the feed machine. */
export function openPushSocket(ports: PushPorts): TopicSocket & {
  /** Gives the gateway the token that replaces the former one; a connection that is being made takes it by itself. */
  readonly handOver: (token: string) => void
} {
  let socket: PushSocket | null = null
  let loading: Promise<PushModule> | null = null
  let isWanted = false
  let retry: ReturnType<typeof setTimeout> | null = null

  const listen = (
    opened: PushSocket,
    { decodeFrame, decodeHeartbeat, decodeTokenAnswer, decodeWatchAnswer }: PushModule,
  ): Speak => {
    opened.on('connect', () => {
      ports.send({ type: 'socket.connected', atMs: ports.nowMs() })
      ports.onAlerts()
    })
    opened.on('alerted', () => ports.onAlerts())
    opened.on('disconnect', () => ports.send({ type: 'socket.disconnected' }))
    opened.on('connect_error', refusal => {
      // Still active: Socket.IO goes on trying by itself.
      if (opened.active) return
      if (refusal.message === 'unauthorized') ports.onSessionDoubt()
      const isOutdated = statusOf(refusal) === OUTDATED_STATUS
      if (isOutdated) ports.onOutdated()
      retry ??= setTimeout(
        () => {
          retry = null
          if (isWanted) opened.connect()
        },
        isOutdated ? OUTDATED_RETRY_DELAY_MS : REFUSED_RETRY_DELAY_MS,
      )
    })
    opened.on('frame', raw => {
      try {
        ports.onFrame(decodeFrame(raw))
      } catch (fault) {
        // The next frame does not fit on top, and the topic is read again.
        ports.onFault(fault)
      }
    })
    opened.on('heartbeat', raw => {
      try {
        ports.send({ type: 'heartbeat.received', atMs: ports.nowMs(), feedDelayMs: decodeHeartbeat(raw).feedDelayMs })
      } catch (fault) {
        // A connection whose heartbeats cannot be read goes stale, and its age is shown.
        ports.onFault(fault)
      }
    })
    opened.on('ended', () => ports.onSessionDoubt())
    opened.on('doubted', () => ports.onSessionDoubt())
    const watch = (topic: string): void => {
      opened.timeout(WATCH_TIMEOUT_MS).emit('watch', topic, (lost: Error | null, raw) => {
        if (lost !== null) {
          // Reconnecting asks for every topic again.
          if (opened.connected) opened.disconnect().connect()
          return
        }
        try {
          const answer = decodeWatchAnswer(raw)
          if (answer.ok)
            ports.send({
              type: 'topic.subscribed',
              topic: answer.topic,
              epoch: answer.epoch,
              position: answer.position,
            })
          else
            ports.send({ type: 'topic.refused', topic: answer.topic, status: answer.status, message: answer.message })
        } catch (fault) {
          ports.onFault(fault)
          ports.send({ type: 'topic.refused', topic, status: 0, message: 'The answer could not be read.' })
        }
      })
    }
    const handOver = (token: string): void => {
      opened.emit('token', token, raw => {
        try {
          if (!decodeTokenAnswer(raw).ok) ports.onSessionDoubt()
        } catch (fault) {
          ports.onFault(fault)
          ports.onSessionDoubt()
        }
      })
    }
    return { watch, handOver }
  }

  let speak: Speak | null = null

  const open = async (): Promise<void> => {
    loading ??= ports.load()
    const [module, address] = await Promise.all([loading, ports.address()])
    if (!isWanted) return
    if (socket === null) {
      socket = module.openSocket(address, ports.token)
      speak = listen(socket, module)
    }
    if (!socket.connected) socket.connect()
  }

  return {
    connect: () => {
      isWanted = true
      open().catch((fault: unknown) => {
        loading = null
        ports.onFault(fault)
        retry ??= setTimeout(() => {
          retry = null
          if (isWanted) void open().catch(ports.onFault)
        }, REFUSED_RETRY_DELAY_MS)
      })
    },
    disconnect: () => {
      isWanted = false
      if (retry !== null) clearTimeout(retry)
      retry = null
      socket?.disconnect()
    },
    watch: topic => speak?.watch(topic),
    unwatch: topic => void socket?.emit('unwatch', topic),
    handOver: token => {
      if (socket?.connected) speak?.handOver(token)
    },
  }
}
