import { askForSheetsAgain } from './failed-sheets.ts'

/**
 * Loads code on first use, and keeps it. A failure is not cached: the next call tries again.
 * Every dynamic import of the client goes through it (tests/architecture/lazy-parts.test.ts).
 * @param load imports it
 */
export function loadable<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let asked: Promise<Module> | null = null
  return () => {
    if (asked !== null) return asked
    const sheets = askForSheetsAgain()
    const asking = sheets === null ? load() : sheets.then(load)
    asked = asking
    asking.catch(() => {
      if (asked === asking) asked = null
    })
    return asking
  }
}
