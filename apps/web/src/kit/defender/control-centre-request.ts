/** The project or survey whose control centre is asked for. */
export interface ControlCentreOf {
  readonly scope: 'project' | 'survey'
  readonly id: number
  readonly name: string
}
type Listener = (asked: ControlCentreOf) => void

let listener: Listener | null = null

/** Asks the page's one control centre to open for a project or a survey (§2.44). */
export const openControlCentre = (asked: ControlCentreOf): void => listener?.(asked)

/** Subscribes the page's control centre to requests, until the returned function is called. */
export function onControlCentreAsked(heard: Listener): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = null
  }
}
