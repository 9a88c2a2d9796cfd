import type { Logger } from 'pino'
import { FeedReader, NoFeed, type FeedListener } from './feed-reader.ts'
import { MetricsPoller, type MetricsPollerOptions } from './metrics-poller.ts'
import type { PlatformClient } from '../platform/platform-client.ts'

/** How often it looks for a feed while there is none. */
const LOOK_FOR_FEED_MS = 30_000

export type FollowMode = 'changes' | 'metrics'

export interface PlatformFollowerOptions {
  /** 'metrics' never asks for the feed. */
  readonly mode: FollowMode
  readonly feedClient: PlatformClient
  readonly feedToken: string
  readonly listener: FeedListener
  readonly metrics: MetricsPollerOptions
  /** Called before the way of following changes: positions of the former one are void. */
  readonly modeChanged: (mode: FollowMode) => void
  readonly log: Logger
}

/** Follows the platform by its change feed, or by the spec's metric calls where it has none (or a setting says so). */
export class PlatformFollower {
  readonly #options: PlatformFollowerOptions
  readonly #feed: FeedReader
  readonly #poller: MetricsPoller
  #mode: FollowMode
  #heard: () => void = () => undefined
  /** Settled once it is known how to follow, or that the platform is away. */
  readonly firstHeard = new Promise<void>(resolve => {
    this.#heard = resolve
  })

  constructor(options: PlatformFollowerOptions) {
    this.#options = options
    this.#feed = new FeedReader(options.feedClient, options.feedToken, options.log, () => this.#heard())
    this.#poller = new MetricsPoller(options.metrics)
    this.#mode = options.mode
  }

  get mode(): FollowMode {
    return this.#mode
  }

  delayMs(): number | null {
    return (this.#mode === 'changes' ? this.#feed : this.#poller).delayMs(performance.now())
  }

  async run(signal: AbortSignal): Promise<void> {
    const { listener, log, mode } = this.#options
    while (!signal.aborted) {
      if (this.#mode === 'metrics') {
        this.#heard()
        await this.#poll(signal, mode === 'changes')
        continue
      }
      try {
        await this.#feed.run(listener, signal)
      } catch (error) {
        if (!(error instanceof NoFeed)) throw error
        log.warn('The platform has no change feed; reading its metric calls at an interval')
        this.#become('metrics')
      }
    }
  }

  /** Polls until the end, or until there is a feed where one is looked for. */
  async #poll(signal: AbortSignal, looksForFeed: boolean): Promise<void> {
    const polling = new AbortController()
    const end = (): void => polling.abort()
    signal.addEventListener('abort', end, { once: true })
    const looking = setInterval(() => {
      if (!looksForFeed) return
      this.#feed.exists().then(
        exists => {
          if (exists) end()
        },
        () => undefined, // the platform is away: keep polling
      )
    }, LOOK_FOR_FEED_MS)
    await this.#poller.run(polling.signal)
    clearInterval(looking)
    signal.removeEventListener('abort', end)
    if (!signal.aborted) this.#become('changes')
  }

  #become(mode: FollowMode): void {
    this.#mode = mode
    this.#options.modeChanged(mode)
  }
}
