import type { User } from '@desk/schema/users/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './user-dialog.module.css'

/** Says that a user signs on by the account's provider, and lets an admin undo who the user is there. */
export function UnbindSignOn({ user }: { readonly user: User }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const { confirmed, question } = useConfirmation()
  const [isAsked, setAsked] = useState(false)
  const { uid, firstname, lastname } = user
  const undo = useMutation({
    mutationFn: () =>
      confirmed(confirmation =>
        desk.api.call('users.unbindSignOn', { params: { id: uid }, payload: { confirmation } }),
      ),
    onSuccess: async () => {
      setAsked(false)
      void showToast({ type: 'success', message: `${firstname} ${lastname} can sign on as somebody else now` })
      await queries.invalidateQueries({ queryKey: ['users.list'] })
      await queries.invalidateQueries({ queryKey: ['userSessions.list'] })
    },
  })
  return (
    <div className={styles['signOn']}>
      <span>Signs on by the account’s single sign-on.</span>
      <Button
        size="small"
        onPress={() => {
          undo.reset()
          setAsked(true)
        }}
      >
        Undo the binding
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Undo who ${firstname} ${lastname} is at the provider?`}
        tone="danger"
        confirmLabel="Undo it"
        isPending={undo.isPending}
        onConfirm={() => undo.mutate()}
        onCancel={() => setAsked(false)}
      >
        <p>
          All sessions of {user.username} end. Whoever next signs on with that address at your provider becomes this
          user: be certain that the address is still {firstname}’s there.
        </p>
        <CallFailure error={undo.error} />
        {question}
      </ConfirmDialog>
    </div>
  )
}
