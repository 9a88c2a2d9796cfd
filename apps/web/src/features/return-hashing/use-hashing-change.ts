import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** A change of return hashing; reads the settings again, whether it succeeded or not. */
export function useHashingChange<Asked, Answer>(
  change: (asked: Asked) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['returnHashing.read'] }),
        queries.invalidateQueries({ queryKey: [HISTORY] }),
      ]),
  })
}
