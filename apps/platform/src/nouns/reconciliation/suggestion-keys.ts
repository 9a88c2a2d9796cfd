/** Ids up to this distance are suggested (settlement.md §1). */
export const DISTANCE_MAX = 2
const PIECES = 3
/** Shorter ids are too much like each other. */
const SHORTEST = 6
const LONGEST = 60

/** A piece of an id that a similar one must have: the similar one's length, which of its three pieces, and the text. */
export interface SuggestionKey {
  readonly length: number
  readonly piece: number
  readonly text: string
}

/** The bounds of a piece in an id of this length. SQL cuts the stored ids alike. */
const boundsOf = (length: number, piece: number): readonly [from: number, to: number] => [
  Math.floor((length * piece) / PIECES),
  Math.floor((length * (piece + 1)) / PIECES),
]

/**
 * The pieces of which an id within two changes has at least one, unchanged and shifted by at most two: of three pieces, two changes leave one as it was.
 */
export function suggestionKeys(id: string): readonly SuggestionKey[] {
  const keys = new Map<string, SuggestionKey>()
  if (id.length < SHORTEST || id.length > LONGEST) return []
  for (let length = id.length - DISTANCE_MAX; length <= id.length + DISTANCE_MAX; length++)
    for (let piece = 0; piece < PIECES; piece++) {
      const [from, to] = boundsOf(length, piece)
      for (let shift = -DISTANCE_MAX; shift <= DISTANCE_MAX; shift++) {
        const text = id.slice(Math.max(0, from + shift), Math.max(0, to + shift))
        if (text.length === to - from) keys.set(`${length} ${piece} ${text}`, { length, piece, text })
      }
    }
  return [...keys.values()]
}
