import { createHash } from 'node:crypto'

/** From this use on a text is prepared on a connection; preparing pays only for repeated statements. */
const PREPARE_FROM_USE = 3
/** More texts than our stores have; a text with a list written into it must not fill the server's memory. */
const MOST_NAMES = 500

const uses = new Map<string, number>()
const names = new Map<string, string>()

/**
 * Gives the name under which a statement is prepared on its connection, or undefined while it is rare. Planning costs more than
 * running for most of our reads; the stores' texts are few and constant, so each is planned once a connection.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return undefined
  const used = (uses.get(text) ?? 0) + 1
  if (used < PREPARE_FROM_USE) {
    if (uses.size >= MOST_NAMES * 4) uses.clear()
    uses.set(text, used)
    return undefined
  }
  uses.delete(text)
  const name = `desk_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
  names.set(text, name)
  return name
}
