import type { BulkKind, BulkNoun } from './bulk-rows.ts'

/** The rows that are chosen on the page, for acts from elsewhere, such as the palette's. */
export interface ChosenOnPage {
  readonly noun: BulkNoun
  readonly count: number
  readonly kinds: readonly BulkKind[]
  /** Opens the confirmation of a change of them. @param initial the value that its field begins with */
  readonly open: (kind: BulkKind, initial?: string) => void
}

let chosen: ChosenOnPage | null = null

export const chosenOnPage = (): ChosenOnPage | null => chosen

/** @returns a function that takes it back */
export function offerChosen(of: ChosenOnPage): () => void {
  chosen = of
  return () => {
    if (chosen === of) chosen = null
  }
}
