import type { AlertDigest } from '@desk/schema/alerts/alert-digest'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import styles from './alerts.module.css'

const EVERY: readonly { readonly id: AlertDigest['every']; readonly label: string }[] = [
  { id: 'none', label: 'No mail' },
  { id: 'hourly', label: 'Every hour' },
  { id: 'daily', label: 'Every day' },
]
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** How often the user's alerts are mailed; stored as it is chosen. */
export function DigestChoice() {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const digest = desk.query('alertRules.digest', {})
  const read = useQuery(digest)
  const { data } = read
  const store = useAct('alertRules.setDigest', { onDone: stored => queries.setQueryData(digest.queryKey, stored) })
  const [chosen, setChosen] = useState<AlertDigest | null>(null)
  const choose = (payload: AlertDigest) => {
    setChosen(payload)
    store.send({ payload })
  }
  if (data === undefined) return <NotLoaded query={read} title="The mail digest" lines={1} />
  const shown = store.isPending && chosen !== null ? chosen : data
  return (
    <>
      <div className={styles['digest']}>
        <NativeSelect
          label="Mail with new alerts"
          options={EVERY}
          value={shown.every}
          onChange={id => choose({ ...data, every: EVERY.find(each => each.id === id)?.id ?? 'none' })}
        />
        {shown.every === 'daily' ? (
          <NativeSelect
            label={`At, by ${zone.text}`}
            options={HOURS}
            value={String(shown.local_hour)}
            onChange={hour => choose({ ...data, local_hour: Number(hour) })}
          />
        ) : null}
      </div>
      <CallFailure error={store.failure} />
    </>
  )
}
