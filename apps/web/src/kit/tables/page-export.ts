/** The table of the page that can be exported, for acts from elsewhere, such as the palette's. */
export interface PageExport {
  /** The content of the table: 'Sources'. */
  readonly label: string
  readonly run: () => void
}

let present: PageExport | null = null
let wantedPath: string | null = null

export const exportOfPage = (): PageExport | null => present

/** @returns a function that takes it back */
export function offerExport(of: PageExport): () => void {
  present = of
  return () => {
    if (present === of) present = null
  }
}

/** Asks the table of a page that opens next to export itself once it has rows. */
export function exportOnceShown(path: string): void {
  wantedPath = path
}

/** Whether the table of this page was asked to; true once. */
export function takeWantedExport(path: string): boolean {
  if (wantedPath === null) return false
  const isWanted = wantedPath === path
  wantedPath = null
  return isWanted
}
