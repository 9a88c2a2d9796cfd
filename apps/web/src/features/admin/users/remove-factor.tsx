import type { User } from '@desk/schema/users/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'

/** Asks, and removes the second factor of a user who has lost the phone and the recovery codes. For super admins. */
export function RemoveFactor({ user, onClosed }: { readonly user: User; readonly onClosed: () => void }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const { confirmed, question } = useConfirmation()
  const name = `${user.firstname} ${user.lastname}`
  const removal = useMutation({
    mutationFn: () =>
      confirmed(confirmation =>
        desk.api.call('users.removeSecondFactor', { params: { id: user.uid }, payload: { confirmation } }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['users.list'] })
      void showToast({ type: 'success', message: `The second factor of ${name} is removed` })
      onClosed()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Remove the second factor of ${name}?`}
      tone="danger"
      confirmLabel="Remove it"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClosed}
    >
      <p>
        All sessions of {user.username} end. {user.firstname} signs in with the password alone, and sets up a new second
        factor then where the account requires one. Be certain that it is {user.firstname} who asks.
      </p>
      <CallFailure error={removal.error} />
      {question}
    </ConfirmDialog>
  )
}
