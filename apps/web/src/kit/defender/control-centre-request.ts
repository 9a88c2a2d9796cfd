/** The project whose control centre is asked for. */
export interface ControlCentreOf {
  readonly id: number
  readonly name: string
}
type Listener = (project: ControlCentreOf) => void

let listener: Listener | null = null

/** Asks the page's one control centre to open for a project (§2.44). */
export const openControlCentre = (project: ControlCentreOf): void => listener?.(project)

/** Subscribes the page's control centre to requests, until the returned function is called. */
export function onControlCentreAsked(heard: Listener): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = null
  }
}
