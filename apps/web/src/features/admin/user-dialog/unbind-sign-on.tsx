import type { User } from '@desk/schema/users/user'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import styles from './user-dialog.module.css'

/** Says that a user signs on by the account's provider, and lets an admin undo who the user is there. */
export function UnbindSignOn({ user }: { readonly user: User }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const { confirmed, question } = useConfirmation()
  const [isAsked, setAsked] = useState(false)
  const { uid, firstname, lastname } = user
  return (
    <div className={styles['signOn']}>
      <span>Signs on by the account’s single sign-on.</span>
      <Button size="small" onPress={() => setAsked(true)}>
        Undo the binding
      </Button>
      {isAsked ? (
        <ConfirmAct
          call="users.unbindSignOn"
          request={{ params: { id: uid }, payload: { confirmation: {} } }}
          perform={request =>
            confirmed(confirmation => desk.api.call('users.unbindSignOn', { ...request, payload: { confirmation } }))
          }
          question={{
            title: `Undo who ${firstname} ${lastname} is at the provider?`,
            lines: [
              `All sessions of ${user.username} end. The next sign-on with that address at your provider becomes this user. Make sure that the address is still ${firstname}’s there.`,
            ],
            confirmLabel: 'Undo it',
            tone: 'danger',
          }}
          doneText={`${firstname} ${lastname} can now sign on with another identity`}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: ['users.list'] })
            void queries.invalidateQueries({ queryKey: ['userSessions.list'] })
          }}
          onClosed={() => setAsked(false)}
        >
          {question}
        </ConfirmAct>
      ) : null}
    </div>
  )
}
