import type { MarkKind, MarkList } from '@desk/schema/defender/mark-lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '#runtime/api/api-error.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'

/** The reads of the lists; all of them are repeated after an act. */
const READ_AGAIN = ['markLists.list', 'defenderViews.search', 'defenderViews.activity', HISTORY] as const

/** Lists and removes single marks, each with its undo. */
export function useMarkActs() {
  const desk = useDesk()
  const queries = useQueryClient()
  const readAgain = () => Promise.all(READ_AGAIN.map(key => queries.invalidateQueries({ queryKey: [key] })))
  const onError = (error: unknown) => void showToast({ type: 'error', message: failureMessage(error) })
  const restore = useMutation({
    mutationFn: (entries: readonly number[]) =>
      desk.api.call('markLists.restore', { headers: {}, payload: { entries } }),
    onSuccess: async ({ entries }) => {
      await readAgain()
      if (entries.length === 0)
        void showToast({ type: 'warning', message: 'A later entry has its place: nothing was brought back.' })
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: (entries: readonly number[]) =>
      desk.api.call('markLists.remove', { headers: {}, payload: { entries } }),
    onSuccess: async ({ entries }) => {
      await readAgain()
      void showToast({
        type: 'success',
        message: entries.length === 1 ? 'The entry was removed.' : `${entries.length} entries were removed.`,
        action: { label: 'Undo', onPress: () => restore.mutate(entries) },
      })
    },
    onError,
  })
  const add = useMutation({
    mutationFn: ({ list, kind, value }: { readonly list: MarkList; readonly kind: MarkKind; readonly value: string }) =>
      desk.api.call('markLists.add', {
        headers: {},
        // in quotes, so that a comma within is no second column
        payload: { list, kind, text: `"${value.replaceAll('"', '""')}"`, note: '', until: null, take: 'all' },
      }),
    onSuccess: async ({ is_stored: isStored, faults }, { list, value }) => {
      await readAgain()
      void showToast(
        isStored
          ? { type: 'success', message: `${value} is on the ${list} list.` }
          : { type: 'error', message: faults[0]?.message ?? 'It could not be listed.' },
      )
    },
    onError,
  })
  return { add, remove, restore }
}
