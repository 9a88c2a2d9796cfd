import type { WhyMissing } from './part-ports.ts'

export interface MissingWords {
  readonly title: string
  readonly text: string
  /** Only a reload brings it. */
  readonly needsReload: boolean
}

const RELOAD = 'Reload the page to go on. What you typed is kept.'

/**
 * Explains the fault of a part of the page, and the remedy.
 * @param name `The menu`
 * @param why null: its code came, and broke
 * @param failures times that its code did not load
 */
export function missingWords(name: string, why: WhyMissing | null, failures: number): MissingWords {
  if (why === 'newer') return { title: 'A new version is there', text: RELOAD, needsReload: true }
  if (why === null)
    return { title: `${name} could not be shown`, text: 'Something in it broke. Try again.', needsReload: false }
  // many browsers never request a module again that failed once (whatwg/html#10327)
  if (why === 'unknown' && failures > 1) return { title: `${name} did not load again`, text: RELOAD, needsReload: true }
  return {
    title: `${name} did not load`,
    text: why === 'away' ? 'The server does not answer. Try again when it does.' : 'Try again.',
    needsReload: false,
  }
}
