/** The end of a sentence or a line: later text does not change the text before it. */
const END = /[.!?…](?=\s)|\n/g

/** Gives a text sentence by sentence while it comes. */
export class Sentences {
  #text = ''

  /** Takes up a piece. @returns the sentences that are now whole, with their ends; empty: none */
  add(piece: string): string {
    this.#text += piece
    let end = 0
    for (const match of this.#text.matchAll(END)) end = match.index + match[0].length
    const whole = this.#text.slice(0, end)
    this.#text = this.#text.slice(end)
    return whole
  }

  /** Forgets the unfinished part. */
  clear(): void {
    this.#text = ''
  }
}
