import type { User } from '@desk/schema/users/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Switch } from '#ui/switch.tsx'
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
        onChange={setWanted}
        description={`Users without one must set it up in ${account.dashboard_name} before anything else.`}
      >
        Require a second factor for all users
      </Switch>
      {wanted === null ? null : (
        <ConfirmAct
          call="accounts.requireSecondFactor"
          request={{ params: { id: accountId }, payload: { required: wanted } }}
          question={
            wanted
              ? {
                  title: 'Require a second factor for all users?',
                  lines: [
                    `From now on, users without a second factor must set one up before they can work in ${account.dashboard_name}, also in open sessions. ${whoHasNone(users, uid)}`,
                  ],
                  confirmLabel: 'Require it',
                  tone: 'neutral',
                }
              : {
                  title: 'No longer require a second factor?',
                  lines: [
                    'Users with a second factor keep it and may turn it off. New users sign in with only their password.',
                  ],
                  confirmLabel: 'No longer require it',
                  tone: 'neutral',
                }
          }
          doneText={wanted ? 'A second factor is required of everybody now' : 'A second factor is no longer required'}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: options.queryKey })
            // the admin may have none
            desk.session.send({ type: 'session.recheckRequested' })
          }}
          onClosed={() => setWanted(null)}
        />
      )}
    </div>
  )
}
