import type { RespondentsPlace } from './explain-search.ts'

type Listener = (place: RespondentsPlace) => void

let listener: Listener | null = null

/** Asks the page's one ExplainDrawer to open for a place; called by the menus of many rows. */
export const openExplain = (place: RespondentsPlace): void => listener?.(place)

/** Subscribes the page's drawer to requests, until the returned function is called. */
export function onExplainAsked(opens: Listener): () => void {
  listener = opens
  return () => {
    if (listener === opens) listener = null
  }
}
