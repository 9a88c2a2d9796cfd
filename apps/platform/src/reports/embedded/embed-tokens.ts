import { EmbedFailure } from './embed-fault.ts'
import type { EmbedRequest, Minted } from './report-service.ts'

/** A token is asked for again this long before it expires; browsers come for the next one a little later. */
export const TOKEN_RENEWED_BEFORE_MS = 10 * 60_000
const FAILURE_KEPT_MS = 30_000
const LONGEST_PAUSE_MS = 10 * 60_000
const MOST_TOKENS = 5_000

/** For whom a token is: it opens nothing for anybody else. */
export interface TokenOwner {
  readonly accountId: number
  readonly userId: number
  readonly view: 'internal' | 'external'
}

/** Why there is no token, and until when it is not asked for again. */
export interface Failed {
  readonly failure: EmbedFailure
  readonly retryAt: Date
}

interface Entry {
  readonly outcome: Promise<Minted | Failed>
  /** From then on it is asked for again; null while the service is asked. */
  staleAtMs: number | null
}

/**
 * The tokens of this process, by report, account, user and view. A failure is cached for a while as well, so that a
 * service that refuses or is busy is not asked for each page.
 */
export class EmbedTokens {
  readonly #entries = new Map<string, Entry>()
  readonly #mint: (request: EmbedRequest) => Promise<Minted>

  constructor(mint: (request: EmbedRequest) => Promise<Minted>) {
    this.#mint = mint
  }

  /** Gives the owner's token of a report, or why there is none; never throws. */
  tokenFor(owner: TokenOwner, request: EmbedRequest): Promise<Minted | Failed> {
    const key = JSON.stringify([
      owner.accountId,
      owner.userId,
      owner.view,
      request.workspaceId,
      request.reportId,
      request.identity.username,
      request.identity.role,
    ])
    const known = this.#entries.get(key)
    if (known !== undefined && (known.staleAtMs === null || known.staleAtMs > Date.now())) return known.outcome
    this.#entries.delete(key)
    const entry: Entry = { outcome: this.#ask(request), staleAtMs: null }
    this.#entries.set(key, entry)
    void entry.outcome.then(outcome => {
      entry.staleAtMs =
        'failure' in outcome ? outcome.retryAt.getTime() : outcome.expiresAt.getTime() - TOKEN_RENEWED_BEFORE_MS
    })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MOST_TOKENS && oldest !== undefined) this.#entries.delete(oldest)
    return entry.outcome
  }

  async #ask(request: EmbedRequest): Promise<Minted | Failed> {
    try {
      return await this.#mint(request)
    } catch (error) {
      const failure = error instanceof EmbedFailure ? error : new EmbedFailure('unavailable')
      const pauseMs = Math.min(failure.retryAfterMs ?? FAILURE_KEPT_MS, LONGEST_PAUSE_MS)
      return { failure, retryAt: new Date(Date.now() + pauseMs) }
    }
  }
}
