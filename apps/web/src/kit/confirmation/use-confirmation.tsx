import type { Confirmation } from '@desk/schema/users/confirmation'
import { Suspense, useCallback, useState, type ReactNode } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { confirmationOf, type TypedConfirmation } from './confirmation-fields.tsx'
import { askIdentity } from './identity-question.ts'
import { asksForConfirmation } from './not-confirmed.ts'

/** Makes the call without a confirmation, which the server judges; asks the user to confirm when nothing else is missing. Throws NotConfirmed when the user gives it up. */
export type Confirmed = <Answer>(call: (confirmation: Confirmation) => Promise<Answer>) => Promise<Answer>

interface Asked {
  readonly attempt: (typed: TypedConfirmation) => Promise<void>
  readonly giveUp: () => void
}

const ConfirmIdentity = lazyOverlay(
  () => import('./confirm-identity.tsx'),
  'The question who you are',
  ({ onCancel }) => onCancel(),
)

/**
 * Protects changes of credentials at an unattended desk (S8): `confirmed` asks the user to confirm, in a dialog that stays open
 * until the server accepts. The caller renders `question`.
 */
export function useConfirmation(): { readonly confirmed: Confirmed; readonly question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirmed = useCallback<Confirmed>(async call => {
    try {
      return await call({})
    } catch (failure) {
      if (!asksForConfirmation(failure)) throw failure
    }
    const { attempt, giveUp, answer } = askIdentity(call, () => setAsked(null))
    setAsked({ attempt: typed => attempt(confirmationOf(typed)), giveUp })
    return answer
  }, [])
  const question =
    asked === null ? null : (
      <Suspense fallback={null}>
        <ConfirmIdentity attempt={asked.attempt} onCancel={asked.giveUp} />
      </Suspense>
    )
  return { confirmed, question }
}
