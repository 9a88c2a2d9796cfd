/** The replacement for a removed text. */
export const REMOVED = '[…]'

/** Local services take any word for a key: a short one is an ordinary word. */
const SECRET_MIN_LENGTH = 12

/** A model's text as it comes, without the key of its service, which may lie across several pieces. */
export class WithheldKey {
  readonly #key: string
  #held = ''

  constructor(key: string | null) {
    this.#key = key !== null && key.length >= SECRET_MIN_LENGTH ? key : ''
  }

  /** @returns what can be shown by now: what may be the beginning of the key waits for what follows */
  add(piece: string): string {
    const text = this.in(this.#held + piece)
    const waiting = this.#beginningAtEndOf(text)
    this.#held = text.slice(text.length - waiting)
    return text.slice(0, text.length - waiting)
  }

  /** The text still waiting when nothing follows. */
  rest(): string {
    const rest = this.#held
    this.#held = ''
    return rest
  }

  /** A whole text. */
  in(text: string): string {
    return this.#key === '' ? text : text.replaceAll(this.#key, REMOVED)
  }

  #beginningAtEndOf(text: string): number {
    let length = Math.min(text.length, Math.max(0, this.#key.length - 1))
    while (length > 0 && !text.endsWith(this.#key.slice(0, length))) length -= 1
    return length
  }
}
