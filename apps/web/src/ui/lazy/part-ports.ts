import { createContext } from 'react'

/** Why code did not come: no answer, a newer build in place of this page's, or something else. */
export type WhyMissing = 'away' | 'newer' | 'unknown'

/** The ports of a part that did not load. */
export interface PartPorts {
  readonly whyMissing: () => Promise<WhyMissing>
  /** Reloads the page, keeping the forms' input. */
  readonly reload: () => void
  /** Calls `listener` when the server answers after it did not, until the returned function is called. */
  readonly onBack: (listener: () => void) => () => void
}

export const PartPortsContext = createContext<PartPorts>({
  whyMissing: () => Promise.resolve('unknown'),
  reload: () => window.location.reload(),
  onBack: () => () => undefined,
})
