import { X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { usePreference } from '#runtime/hooks/use-preference.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { FirstStepsList } from './first-steps-list.tsx'
import styles from './first-steps.module.css'

/** Each step is done on another page, or in another tab. */
const READ_AGAIN_MS = 15_000
const NONE: readonly number[] = []
const isIds = (kept: unknown): kept is readonly number[] =>
  Array.isArray(kept) && kept.every(id => Number.isInteger(id) && id > 0)

/** The list of first steps of an account in which no source was ever live, until the user closes it. */
export function FirstStepsPanel() {
  const user = useUser()
  const accountId = user?.pm_dsh_ud ?? 0
  const [closed, setClosed] = usePreference('first-steps.closed', NONE, isIds)
  const isClosed = closed.includes(accountId) || user === null || !mayCall(user, 'projects.create')
  const { data } = useQuery({
    ...useDesk().query('today.firstSteps', {}),
    enabled: !isClosed,
    refetchInterval: READ_AGAIN_MS,
  })
  if (isClosed || data === undefined || data.done.includes('launch')) return null
  return (
    <section className={styles['panel']} aria-labelledby="first-steps">
      <header className={styles['head']}>
        <h2 id="first-steps">First steps</h2>
        <IconButton label="Close the first steps" onPress={() => setClosed([...closed, accountId])}>
          <X aria-hidden />
        </IconButton>
      </header>
      <FirstStepsList steps={data} />
    </section>
  )
}
