import { join, relative } from 'node:path'

export const SRC = join(import.meta.dirname, '..', '..', '..', 'src')

/** Where the unit tests read which change is on: their processes begin before it is chosen. */
export const SWITCH_FILE = join(SRC, '..', '..', '..', '.tmp', 'mutant-on')

/** The runner's side is the same whatever a machine does; a test is no part of a machine. */
const NOT_CHANGED = /^(?:runtime|journal)\/|\.test\.ts$|^registry\.ts$/

/** Whether a file decides what a machine does. */
export function isMutated(path: string): boolean {
  const file = relative(SRC, path)
  return !file.startsWith('..') && file.endsWith('.ts') && !NOT_CHANGED.test(file)
}
