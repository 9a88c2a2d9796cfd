import type { Qualification } from '@desk/schema/qualifications/qualification'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { forgetQualifications } from './qualification-cache.ts'

/** Copies a qualification of the library into the account and opens the copy; repeated presses copy it once. */
export function useCopy(): { readonly copy: (qualification: Qualification) => void; readonly isCopying: boolean } {
  const desk = useDesk()
  const busy = useRef(false)
  const copying = useMutation({
    mutationFn: ({ qualifications_ud: id }: Qualification) =>
      desk.api.call('qualifications.copy', { params: { id }, headers: { 'idempotency-key': crypto.randomUUID() } }),
    onSuccess: ({ qualifications_ud: id, qualifications_name: name }) => {
      forgetQualifications(desk.queryClient)
      void showToast({ type: 'success', message: `${name} was copied to this account` })
      desk.history.push(`/qualifications/${id}`)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
    onSettled: () => {
      busy.current = false
    },
  })
  const { mutate } = copying
  const copy = useCallback(
    (qualification: Qualification): void => {
      if (busy.current) return
      busy.current = true
      mutate(qualification)
    },
    [mutate],
  )
  return { copy, isCopying: copying.isPending }
}
