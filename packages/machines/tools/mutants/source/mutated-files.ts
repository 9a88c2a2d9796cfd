import { join, relative } from 'node:path'

export const SRC = join(import.meta.dirname, '..', '..', '..', 'src')

/** The file from which the unit tests read which change is on: their processes start before the choice. */
export const SWITCH_FILE = join(SRC, '..', '..', '..', '.tmp', 'mutant-on')

/** Not part of a machine's behaviour: the runner's side, and tests. */
const NOT_CHANGED = /^(?:runtime|journal)\/|\.test\.ts$|^registry\.ts$/

/** Whether a file decides what a machine does. */
export function isMutated(path: string): boolean {
  const file = relative(SRC, path)
  return !file.startsWith('..') && file.endsWith('.ts') && !NOT_CHANGED.test(file)
}
