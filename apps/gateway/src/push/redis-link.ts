import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Logger } from 'pino'
import { createClient } from 'redis'

/** The longest queue of messages while Redis is away. */
const MOST_WAITING = 1_000
const CONNECT_TIMEOUT_MS = 2_000
const LONGEST_BACK_OFF_MS = 2_000

export interface RedisLink {
  readonly adapter: ReturnType<typeof createAdapter>
  close(): void
}

/**
 * Connects this gateway with the others. Frames never pass here: every gateway reads the feed itself and pushes to its own
 * clients, so Redis may come and go without anyone missing or repeating a frame. Only one message passes, which one gateway
 * learns and all must act on: close a session's sockets.
 */
export function linkRedis(url: string, log: Logger): RedisLink {
  let isAway = false
  const client = createClient({
    url,
    commandsQueueMaxLength: MOST_WAITING,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: tries =>
        Math.min(LONGEST_BACK_OFF_MS, 50 * 2 ** Math.min(tries, 8)) * (0.5 + Math.random() / 2),
    },
  })
  client.on('error', (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away; each gateway goes on with its own clients')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis is back')
    isAway = false
  })
  client.connect().catch((error: unknown) => log.debug({ err: error }, 'The connection to Redis was given up'))
  return {
    adapter: createAdapter(client, { streamName: 'desk:gateways', maxLen: MOST_WAITING }),
    close: () => client.destroy(),
  }
}
