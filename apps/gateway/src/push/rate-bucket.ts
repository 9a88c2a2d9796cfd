/** A token bucket: lets a burst through, then a limited number a second. */
export class RateBucket {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #filledAtMs: number

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#filledAtMs = nowMs
  }

  take(nowMs: number, amount = 1): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#filledAtMs) / 1000) * this.#perSecond)
    this.#filledAtMs = nowMs
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }
}
