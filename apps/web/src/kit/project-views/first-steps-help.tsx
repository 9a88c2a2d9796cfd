import { may } from '@desk/schema/permissions/permissions'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { FirstStepsList } from './first-steps-list.tsx'
import styles from './first-steps.module.css'

/** The first steps under Help, where they are after the first launch or when their panel is closed. */
export function FirstStepsHelp() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const read = useQuery({ ...useDesk().query('today.firstSteps', {}), enabled: isOpen })
  if (user === null || !may(user, 'write studies')) return null
  return (
    <details className={styles['help']} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>First steps</summary>
      {!isOpen ? null : read.data === undefined ? (
        <NotLoaded query={read} title="The first steps" label="Loading the first steps" height="40px" lines={3} />
      ) : (
        <FirstStepsList steps={read.data} />
      )}
    </details>
  )
}
