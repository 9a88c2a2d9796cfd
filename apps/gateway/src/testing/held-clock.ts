import type { Clock } from '../push/clock.ts'

/** A clock that only the test advances; timers due by then fire in order. */
export class HeldClock implements Clock {
  #nowMs = 0
  #waiting: { readonly atMs: number; readonly act: () => void }[] = []

  nowMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, act: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, act }
    this.#waiting.push(entry)
    return () => {
      this.#waiting = this.#waiting.filter(one => one !== entry)
    }
  }

  moveTo(nowMs: number): void {
    for (;;) {
      const next = this.#waiting.filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      this.#waiting = this.#waiting.filter(one => one !== next)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.act()
    }
    this.#nowMs = nowMs
  }
}
