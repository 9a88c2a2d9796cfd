import { FEED_AWAY_AFTER_MS } from '@desk/machines/feed/feed.turn'
import type { App } from '../app/app.ts'
import type { Connection } from '../connection/connection.ts'
import type { TokenStore } from '../storage/token-store.ts'
import { openFeed, type Feed, type FeedPorts } from './feed.ts'

export interface DeskFeedPorts extends Omit<FeedPorts, 'token'> {
  readonly app: App
  readonly tokens: TokenStore
  readonly connection: Pick<Connection, 'heard'>
}

/** Reports the server's life to the connection, as often as the feed gets a message without delay. */
function acknowledge(feed: Feed, connection: Pick<Connection, 'heard'>): void {
  let heardOverFeedMs: number | null = null
  feed.subscribe(({ context: { connected, feedDelayMs, lastHeardMs } }) => {
    const isHeard =
      connected && lastHeardMs !== heardOverFeedMs && feedDelayMs !== null && feedDelayMs <= FEED_AWAY_AFTER_MS
    heardOverFeedMs = lastHeardMs
    if (isHeard) connection.heard()
  })
}

/** Opens the feed of a desk: the app machine drives it, and the connection listens to it. */
export function openDeskFeed({ app, tokens, connection, ...ports }: DeskFeedPorts): Feed {
  const feed = openFeed({ ...ports, token: () => tokens.held().token })
  app.join('feed', feed.send)
  acknowledge(feed, connection)
  tokens.onRenewed(token => feed.tokenRenewed(token))
  return feed
}
