import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useEffect } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountSwitch } from './account-switch.tsx'
import styles from './suspended-account.module.css'

const CHECK_EVERY_MS = 15_000

/** In place of every page while the account of the session is suspended: what that means, and the ways out of it. */
export function SuspendedAccount({ user }: { readonly user: CurrentUser }) {
  const desk = useDesk()
  useAppTitle('Account suspended')
  const check = () => desk.session.send({ type: 'session.recheckRequested' })
  useEffect(() => {
    // a refused page has no connection that would hear of it
    const timer = setInterval(() => desk.session.send({ type: 'session.recheckRequested' }), CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [desk])
  return (
    <AccountFrame>
      <section className={styles['card']} aria-labelledby="suspended">
        <h1 id="suspended" className={styles['title']}>
          {user.dashboard_name} is suspended
        </h1>
        <p>
          Nothing in it is lost, and it opens again when it is resumed. If you did not expect this, please ask your
          administrator.
        </p>
        {may(user, 'switch accounts') ? <AccountSwitch user={user} /> : null}
        <div className={styles['acts']}>
          <Button onPress={check}>Check again</Button>
          <Button onPress={() => desk.session.send({ type: 'signOut.requested' })}>Logout</Button>
        </div>
      </section>
    </AccountFrame>
  )
}
