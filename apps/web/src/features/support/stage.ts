import type { Moment } from '@desk/machines/journal/playback'
import type { JournalEntry } from '@desk/schema/journal/entry'

export interface StageProps {
  readonly moment: Moment
  /** Of the whole journal. */
  readonly entries: readonly JournalEntry[]
}

/** Shows what the person saw at a moment. The router gives it: it joins rooms that screens do not know. */
export type Stage = (props: StageProps) => React.ReactNode
