import type { Confirmation } from '@desk/schema/users/confirmation'
import { Suspense, useCallback, useState, type ReactNode } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { askIdentity, type IdentityQuestion } from './identity-question.ts'
import { asksForConfirmation } from './not-confirmed.ts'

/** Makes the call without a confirmation, which the server judges; asks the user to confirm when nothing else is missing. Throws NotConfirmed when the user gives it up. */
export type Confirmed = <Answer>(call: (confirmation: Confirmation) => Promise<Answer>) => Promise<Answer>

const ConfirmIdentity = lazyOverlay(
  () => import('./confirm-identity.tsx'),
  'The question who you are',
  ({ question }) => question.giveUp(),
)

/**
 * Protects changes of credentials at an unattended desk (S8): `confirmed` asks the user to confirm, in a dialog that stays open
 * until the server accepts. The caller renders `question`.
 */
export function useConfirmation(): { readonly confirmed: Confirmed; readonly question: ReactNode } {
  const { recorder } = useDesk()
  const [asked, setAsked] = useState<Omit<IdentityQuestion<unknown>, 'answer'> | null>(null)
  const confirmed = useCallback<Confirmed>(
    async call => {
      try {
        return await call({})
      } catch (failure) {
        if (!asksForConfirmation(failure)) throw failure
      }
      const { answer, ...question } = askIdentity(recorder, call, () => setAsked(null))
      setAsked(question)
      return answer
    },
    [recorder],
  )
  const question =
    asked === null ? null : (
      <Suspense fallback={null}>
        <ConfirmIdentity question={asked} />
      </Suspense>
    )
  return { confirmed, question }
}
