import { MAX_FRAMES_PER_SECOND } from '@desk/schema/push/frames'

const WINDOW_MS = 1_000

/** Says when a topic's next frame may go: at once while fewer than the allowed frames went in the last second, else when the oldest of them leaves it. */
export class FrameWindow {
  readonly #sentAtMs: number[] = []

  nextAtMs(nowMs: number): number {
    const oldest = this.#sentAtMs[0]
    if (oldest === undefined || this.#sentAtMs.length < MAX_FRAMES_PER_SECOND) return nowMs
    return Math.max(nowMs, oldest + WINDOW_MS)
  }

  sent(nowMs: number): void {
    this.#sentAtMs.push(nowMs)
    if (this.#sentAtMs.length > MAX_FRAMES_PER_SECOND) this.#sentAtMs.shift()
  }
}
