type Listener = (sourceId: number) => void

let listener: Listener | null = null

/** Asks the page's one ExplainDrawer to open for a source; called by the menus of many rows. */
export const openExplain = (sourceId: number): void => listener?.(sourceId)

/** Subscribes the page's drawer to requests, until the returned function is called. */
export function onExplainAsked(heard: Listener): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = null
  }
}
