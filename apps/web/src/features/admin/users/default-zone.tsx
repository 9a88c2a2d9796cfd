import type { User } from '@desk/schema/users/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { zoneLabelOf, zoneOptions } from '#kit/forms/lookup-options.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './users.module.css'

/** How many users: '1 user', '1,204 users'. */
const countText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`

const HOUR_MS = 3_600_000

export interface DefaultZoneProps {
  readonly accountId: number
  /** All users of the account; undefined when they are not known. */
  readonly users: readonly User[] | undefined
}

/** The time zone that new users of the account get; an admin may change it, and give it to everybody. */
export function DefaultZone({ accountId, users }: DefaultZoneProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const nowMs = useNowMs(HOUR_MS)
  const { zones } = useTimeZones()
  const options = desk.query('accounts.list', { query: { pm_dsh_ud: accountId } })
  const present = useQuery(options).data?.[0]?.time_zone
  /** The choice in the open dialog; null: it is closed. */
  const [chosen, setChosen] = useState<number | null>(null)
  const [isForAll, setIsForAll] = useState(false)
  const change = useAct('accounts.setTimeZone', {
    onDone: ({ changed_users: changed }) => {
      setChosen(null)
      void queries.invalidateQueries({ queryKey: options.queryKey })
      void queries.invalidateQueries({ queryKey: ['users.list'] })
      void showToast({
        type: 'success',
        message: changed === 0 ? 'The default time zone is saved' : `The time zone of ${countText(changed)} is changed`,
      })
      // the admin may be among them
      desk.session.send({ type: 'session.recheckRequested' })
    },
  })
  // the failure to read the account is said beside the switch above
  if (present === undefined || zones.length === 0) return null
  const nameOf = (code: number) => zoneLabelOf(zones, code, nowMs) ?? String(code)
  const changed = users?.filter(({ user_time_zone }) => user_time_zone !== chosen).length
  return (
    <div className={styles['zone']}>
      <span>
        Default time zone of new users: <strong>{nameOf(present)}</strong>
      </span>
      <Button
        size="small"
        onPress={() => {
          change.dismiss()
          setIsForAll(false)
          setChosen(present)
        }}
      >
        Change
      </Button>
      <ConfirmDialog
        isOpen={chosen !== null}
        title="Default time zone"
        confirmLabel={isForAll ? forAll(changed) : 'Save'}
        tone="neutral"
        isPending={change.isPending}
        onConfirm={() =>
          chosen !== null &&
          change.send({ params: { id: accountId }, payload: { time_zone: chosen, all_users: isForAll } })
        }
        onCancel={() => setChosen(null)}
      >
        <div className={styles['choice']}>
          <ComboBox
            label="Time zone"
            options={zoneOptions(zones, nowMs).map(({ value, label }) => ({ id: String(value), label }))}
            value={chosen === null ? '' : String(chosen)}
            onChange={code => setChosen(Number(code))}
          />
          <Checkbox isSelected={isForAll} onChange={setIsForAll}>
            Apply to all users
          </Checkbox>
        </div>
        <p>
          {isForAll
            ? whatAllGet(changed, chosen === null ? '' : nameOf(chosen))
            : 'New users get it; each user can choose another one.'}
        </p>
        <CallFailure error={change.failure} />
      </ConfirmDialog>
    </div>
  )
}

const forAll = (count: number | undefined): string =>
  count === undefined ? 'Change all users' : count === 0 ? 'Save' : `Change ${countText(count)}`

function whatAllGet(count: number | undefined, zone: string): string {
  if (count === 0) return 'All users of this account have it already.'
  return `${count === undefined ? 'All users' : countText(count)} of this account will read every time in ${zone}, whatever they had chosen.`
}
