import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { showToast } from '#ui/toasts.ts'

/** The reads of the lists; all of them are repeated after an act. */
const READ_AGAIN = ['markLists.list', 'defenderViews.search', 'defenderViews.activity', HISTORY] as const

export const markActFailed = (failure: unknown) => void showToast({ type: 'error', message: failureMessage(failure) })

export function useMarksReadAgain(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(READ_AGAIN.map(key => queries.invalidateQueries({ queryKey: [key] })))
}

/** Removes entries of the lists, and brings them back. */
export function useMarkActs() {
  const readAgain = useMarksReadAgain()
  const restore = useAct('markLists.restore', {
    onDone: ({ entries }) => {
      void readAgain()
      if (entries.length === 0)
        void showToast({ type: 'warning', message: 'A later entry has its place: nothing was brought back.' })
    },
    onFailed: markActFailed,
  })
  const remove = useAct('markLists.remove', {
    onDone: ({ entries }) => {
      void readAgain()
      void showToast({
        type: 'success',
        message: entries.length === 1 ? 'The entry was removed.' : `${entries.length} entries were removed.`,
        action: { label: 'Undo', onPress: () => restore.send({ payload: { entries } }) },
      })
    },
    onFailed: markActFailed,
  })
  return { remove, restore }
}
