type Listener = (sourceId: number) => void

let listener: Listener | null = null

/** Asks the page's ExplainDrawer to open for a source; the menus that ask stand in many rows. */
export const openExplain = (sourceId: number): void => listener?.(sourceId)

/** Has the one drawer of the page hear of it, until the returned function is called. */
export function onExplainAsked(heard: Listener): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = null
  }
}
