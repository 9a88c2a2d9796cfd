import type { HistoryFields } from '#kit/history/history-words.ts'

/** The fields of the lists' history. */
export const MARK_HISTORY: HistoryFields = {
  block_added: { label: 'Added to the block list' },
  block_removed: { label: 'Removed from the block list' },
  block_restored: { label: 'Brought back to the block list' },
  watch_added: { label: 'Added to the watch list' },
  watch_removed: { label: 'Removed from the watch list' },
  watch_restored: { label: 'Brought back to the watch list' },
  note: { label: 'Note' },
  until: { label: 'Until' },
}
