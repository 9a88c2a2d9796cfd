import { MAX_FRAMES_PER_SECOND } from '@desk/schema/push/frames'

const WINDOW_MS = 1_000

/**
 * Says when a topic's next frame may be sent: at once while the last second holds fewer than the allowed frames, else when the
 * oldest of them is a second old.
 */
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
