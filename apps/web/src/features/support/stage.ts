import type { Moment } from '@desk/machines/journal/playback'
import type { JournalEntry } from '@desk/schema/journal/entry'

export interface StageProps {
  readonly moment: Moment
  /** Of the whole journal. */
  readonly entries: readonly JournalEntry[]
}

/** Shows the screen at a moment. The router provides it, since it needs modules that features may not import. */
export type Stage = (props: StageProps) => React.ReactNode
