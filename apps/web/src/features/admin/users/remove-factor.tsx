import type { User } from '@desk/schema/users/user'
import { useQueryClient } from '@tanstack/react-query'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** Asks, and removes the second factor of a user who has lost the phone and the recovery codes. For super admins. */
export function RemoveFactor({ user, onClosed }: { readonly user: User; readonly onClosed: () => void }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const { confirmed, question } = useConfirmation()
  const name = `${user.firstname} ${user.lastname}`
  return (
    <ConfirmAct
      call="users.removeSecondFactor"
      request={{ params: { id: user.uid }, payload: { confirmation: {} } }}
      perform={request =>
        confirmed(confirmation => desk.api.call('users.removeSecondFactor', { ...request, payload: { confirmation } }))
      }
      question={{
        title: `Remove the second factor of ${name}?`,
        lines: [
          `All sessions of ${user.username} end. ${user.firstname} signs in with the password alone, and sets up a new second factor then where the account requires one. Be certain that it is ${user.firstname} who asks.`,
        ],
        confirmLabel: 'Remove it',
        tone: 'danger',
      }}
      doneText={`The second factor of ${name} is removed`}
      onDone={() => void queries.invalidateQueries({ queryKey: ['users.list'] })}
      onClosed={onClosed}
    >
      {question}
    </ConfirmAct>
  )
}
