import { statfs } from 'node:fs/promises'

export interface DiskGuardOptions {
  /** The folder of the database's files; null: on another machine, so only its server knows. */
  readonly folder: string | null
  /** With less free space than this, writes stop: a server that cannot write its log ends, and reading with it. */
  readonly reserveBytes: number
  readonly nowMs?: () => number
}

const LOOK_EVERY_MS = 1_000
/** How long the server counts as full after it refused a write for lack of space. */
const REMEMBER_MS = 30_000

/** Knows whether the disk is full (F15): by the free space of the database's folder, and by the server's own refusals. */
export class DiskGuard {
  readonly #options: DiskGuardOptions
  readonly #nowMs: () => number
  #isBelowReserve = false
  #refusedAtMs = -Infinity
  #timer: NodeJS.Timeout | null = null

  constructor(options: DiskGuardOptions = { folder: null, reserveBytes: 0 }) {
    this.#options = options
    this.#nowMs = options.nowMs ?? (() => performance.now())
  }

  /** Starts checking the folder, and resolves after the first check. */
  async start(): Promise<void> {
    await this.look()
    this.#timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Checks the free space now. Never rejects: a failed check says nothing about the space. */
  async look(): Promise<void> {
    const { folder, reserveBytes } = this.#options
    if (folder === null || reserveBytes === 0) return
    const free = await statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    )
    if (free !== null) this.#isBelowReserve = free < reserveBytes
  }

  /** The server refused a write for lack of space (SQLSTATE 53100). */
  sawRefusal(): void {
    this.#refusedAtMs = this.#nowMs()
  }

  /** Whether writes are refused without asking the server. */
  get mustRefuse(): boolean {
    return this.#isBelowReserve
  }

  get isFull(): boolean {
    return this.#isBelowReserve || this.#nowMs() - this.#refusedAtMs < REMEMBER_MS
  }
}
