import type { Qualification } from '@desk/schema/qualifications/qualification'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { forgetQualifications } from './qualification-cache.ts'

/** Deletes an unused qualification; otherwise names its uses (api:Q4). */
export function DeleteQualification({
  qualification: { qualifications_ud: uid, qualifications_name: name },
  onDeleted,
}: {
  readonly qualification: Qualification
  readonly onDeleted: () => void
}) {
  const desk = useDesk()
  const [asks, setAsks] = useState(false)
  const removal = useMutation({
    mutationFn: () => desk.api.call('qualifications.remove', { query: { uid } }),
    onSuccess: () => {
      void showToast({ type: 'success', message: `${name} was deleted` })
      onDeleted()
      forgetQualifications(desk.queryClient)
    },
  })
  const close = () => {
    setAsks(false)
    removal.reset()
  }
  return (
    <>
      <Button variant="ghost" icon={<Trash2 aria-hidden />} onPress={() => setAsks(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={asks}
        title="Delete qualification"
        confirmLabel="Delete"
        tone="danger"
        isPending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={close}
      >
        <p>{name} is deleted with its texts and options. This cannot be undone.</p>
        <CallFailure error={removal.error} />
      </ConfirmDialog>
    </>
  )
}
