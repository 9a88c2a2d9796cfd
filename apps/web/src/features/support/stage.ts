import type { Snapshot } from '@desk/machines/journal/fold'

export interface StageProps {
  /** The machines of a moment by their keys. */
  readonly snapshots: ReadonlyMap<string, Snapshot>
}

/** Shows what machines drive on the screen. The router gives it: it joins rooms that screens do not know. */
export type Stage = (props: StageProps) => React.ReactNode
