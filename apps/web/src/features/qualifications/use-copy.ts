import type { Qualification } from '@desk/schema/qualifications/qualification'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { forgetQualifications } from './qualification-cache.ts'

/** Copies a qualification of the library into the account and opens the copy; repeated presses copy it once. */
export function useCopy(): { readonly copy: (qualification: Qualification) => void; readonly isCopying: boolean } {
  const desk = useDesk()
  const copying = useAct('qualifications.copy', {
    onDone: ({ qualifications_ud: id, qualifications_name: name }) => {
      forgetQualifications(desk.queryClient)
      void showToast({ type: 'success', message: `${name} was copied to this account` })
      desk.history.push(`/qualifications/${id}`)
    },
    onFailed: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return {
    copy: ({ qualifications_ud: id }) => copying.send({ params: { id } }),
    isCopying: copying.isPending,
  }
}
