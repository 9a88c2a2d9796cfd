import type { User } from '@desk/schema/users/user'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toasts.ts'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { whoHasNone } from './factor-texts.ts'

export interface RequiredFactorProps {
  readonly accountId: number
  readonly uid: number
  /** All users of the account; undefined when they are not known. */
  readonly users: readonly User[] | undefined
}

/** The switch that requires a second factor of every user; asks before it changes. */
export function RequiredFactor({ accountId, uid, users }: RequiredFactorProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const options = desk.query('accounts.list', { query: { pm_dsh_ud: accountId } })
  const read = useQuery(options)
  const account = read.data?.[0]
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: (required: boolean) =>
      desk.api.call('accounts.requireSecondFactor', { params: { id: accountId }, payload: { required } }),
    onSuccess: async ({ second_factor_required }) => {
      setWanted(null)
      await queries.invalidateQueries({ queryKey: options.queryKey })
      void showToast({
        type: 'success',
        message: second_factor_required
          ? 'A second factor is required of everybody now'
          : 'A second factor is no longer required',
      })
      // the admin may have none
      desk.session.send({ type: 'session.recheckRequested' })
    },
  })
  const ask = (required: boolean) => {
    change.reset()
    setWanted(required)
  }
  if (account === undefined) {
    return read.error === null ? null : (
      <LoadFailure
        title="Whether a second factor is required did not load"
        failure={read.error}
        onRetry={() => void read.refetch()}
        isRetrying={read.isFetching}
      />
    )
  }
  const isRequired = account.second_factor_required === true
  return (
    <div>
      <Switch
        isSelected={isRequired}
        onChange={ask}
        description={`Users without one must set it up in ${account.dashboard_name} before anything else.`}
      >
        Require a second factor of everybody
      </Switch>
      <ConfirmDialog
        isOpen={wanted !== null}
        title={wanted === false ? 'No longer require a second factor?' : 'Require a second factor of everybody?'}
        confirmLabel={wanted === false ? 'No longer require it' : 'Require it'}
        isPending={change.isPending}
        onConfirm={() => wanted !== null && change.mutate(wanted)}
        onCancel={() => setWanted(null)}
      >
        {wanted === false ? (
          <p>Users with a second factor keep it and may turn it off. New users sign in with only their password.</p>
        ) : (
          <p>
            From now on, whoever has no second factor can do nothing in {account.dashboard_name} before one is set up,
            also in sessions that are open. {whoHasNone(users, uid)}
          </p>
        )}
        <CallFailure error={change.error} />
      </ConfirmDialog>
    </div>
  )
}
