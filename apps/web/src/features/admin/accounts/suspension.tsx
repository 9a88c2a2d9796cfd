import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Ban, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { forgetAccounts } from './account-cache.ts'

/** Suspends an account, or resumes it, after asking; not the one that the viewer works in, and not the provider's own. */
export function Suspension({ me, account }: { readonly me: CurrentUser; readonly account: ManagedAccount }) {
  const desk = useDesk()
  const [asks, setAsks] = useState(false)
  const { pm_dsh_ud: id, name, suspended_at, suspended_by } = account
  const isSuspended = suspended_at !== null
  if (id === me.pm_dsh_ud || account.pm_parent_dsh_ud === null) return null
  const verb = isSuspended ? 'Resume' : 'Suspend'
  return (
    <>
      <Button
        variant="ghost"
        icon={isSuspended ? <Undo2 aria-hidden /> : <Ban aria-hidden />}
        onPress={() => setAsks(true)}
      >
        {verb}
      </Button>
      {asks ? (
        <ConfirmAct
          call={isSuspended ? 'managedAccounts.resume' : 'managedAccounts.suspend'}
          request={{ params: { id } }}
          question={{
            title: `${verb} ${name}?`,
            lines: [
              isSuspended
                ? `${suspended_by === null ? 'It was suspended.' : `${suspended_by} suspended it.`} Its users can sign in again, and its entry links and returns are taken as before, within a second.`
                : 'Within a second its users see that it is suspended, no one can sign in to it, and respondents are refused at its entry links and on their return from surveys. Nothing is lost, and resuming it opens everything again.',
            ],
            confirmLabel: verb,
            tone: isSuspended ? 'neutral' : 'danger',
          }}
          doneText={isSuspended ? `${name} was resumed` : `${name} was suspended`}
          onDone={() => forgetAccounts(desk.queryClient)}
          onClosed={() => setAsks(false)}
        />
      ) : null}
    </>
  )
}
