import { RateBucket } from './rate-bucket.ts'
import { Backlog } from './backlog.ts'
import type { Allowed } from './watch-judge.ts'

export const MAX_TOPICS_PER_SOCKET = 50
// a page that reconnects watches all its topics at once
const WATCH_BURST = 60
const WATCHES_PER_SECOND = 5

/** The user of one connection. Only this object holds the token: data on the socket itself may reach other gateways. */
export class Viewer {
  token: string
  #allowed: Allowed
  /** The topics that the client wants, including those that the platform is still being asked about. */
  readonly wanted = new Set<string>()
  /** The room joined for each topic. */
  readonly roomOf = new Map<string, string>()
  readonly backlog = new Backlog()
  isSlow = false
  readonly #watches: RateBucket

  constructor(token: string, allowed: Allowed, nowMs: number) {
    this.token = allowed.renewedToken ?? token
    this.#allowed = allowed
    this.#watches = new RateBucket(WATCH_BURST, WATCHES_PER_SECOND, nowMs)
  }

  get accountId(): number {
    return this.#allowed.accountId
  }

  get userId(): number {
    return this.#allowed.userId
  }

  get sessionId(): string {
    return this.#allowed.sessionId
  }

  /** Whether a verdict is about the account and view that this viewer had. */
  isStill({ accountId, view }: Allowed): boolean {
    return accountId === this.#allowed.accountId && view === this.#allowed.view
  }

  /** Takes over a newer verdict; gives the former session. */
  become(allowed: Allowed): string {
    const former = this.#allowed.sessionId
    this.#allowed = allowed
    return former
  }

  mayAsk(nowMs: number): boolean {
    return this.#watches.take(nowMs)
  }
}
