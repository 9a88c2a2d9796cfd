import type { WhyMissing } from './part-ports.ts'

export interface MissingWords {
  readonly title: string
  readonly text: string
  /** Only a reload brings it. */
  readonly needsReload: boolean
}

/**
 * Explains the fault of a part of the page, and the remedy. @param name `The menu` @param why null: its code came, and
 * broke
 */
export function missingWords(name: string, why: WhyMissing | null): MissingWords {
  if (why === 'newer')
    return {
      title: 'A new version is there',
      text: 'Reload the page to go on. What you typed is kept.',
      needsReload: true,
    }
  if (why === null)
    return { title: `${name} could not be shown`, text: 'Something in it broke. Try again.', needsReload: false }
  return {
    title: `${name} did not load`,
    text: why === 'away' ? 'The server does not answer. Try again when it does.' : 'Try again.',
    needsReload: false,
  }
}
