import { statfs } from 'node:fs/promises'

export interface DiskGuardOptions {
  /** Where the database's own files lie; null: elsewhere, its server alone knows. */
  readonly folder: string | null
  /** With less than this free nothing more is written: a server that cannot write its log ends, and reading with it. */
  readonly reserveBytes: number
  readonly nowMs?: () => number
}

const LOOK_EVERY_MS = 1_000
/** A server that refused a write for want of space is taken for full so long. */
const REMEMBER_MS = 30_000

/** Knows whether the disk is full (F15): by the free space where the database lies, and by what the server itself refuses. */
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

  /** Begins to look at the folder, and resolves after the first look. */
  async start(): Promise<void> {
    await this.look()
    this.#timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Looks at the free space now. Never rejects: a folder that does not answer says nothing about its space. */
  async look(): Promise<void> {
    const { folder, reserveBytes } = this.#options
    if (folder === null || reserveBytes === 0) return
    const free = await statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    )
    if (free !== null) this.#isBelowReserve = free < reserveBytes
  }

  /** The server refused a write for want of space (SQLSTATE 53100). */
  sawRefusal(): void {
    this.#refusedAtMs = this.#nowMs()
  }

  /** Writes are to be refused before the server is asked. */
  get mustRefuse(): boolean {
    return this.#isBelowReserve
  }

  get isFull(): boolean {
    return this.#isBelowReserve || this.#nowMs() - this.#refusedAtMs < REMEMBER_MS
  }
}
