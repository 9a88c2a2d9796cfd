import { switchError, switchingTo } from '@desk/machines/account-switch/account-switch.selectors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import styles from './errors.module.css'
import { linkedPage, type LinkedPage } from './linked-page.ts'

export interface ElsewhereProps {
  readonly user: CurrentUser
  /** The text about a link that leads nowhere. */
  readonly children: React.ReactNode
}

/**
 * For a link to an object that this account does not have: names the user's other account that has it, and offers the switch
 * (look.md 16); without one, the link is bad.
 */
export function Elsewhere({ user, children }: ElsewhereProps) {
  const desk = useDesk()
  const [{ pathname, search }] = useState(desk.history.location)
  const page = linkedPage(pathname)
  return page === null ? children : <Offer page={page} path={pathname + search} user={user} badLink={children} />
}

interface OfferProps {
  readonly page: LinkedPage
  /** The link itself, which is opened after the switch. */
  readonly path: string
  readonly user: CurrentUser
  readonly badLink: React.ReactNode
}

function Offer({ page, path, user, badLink }: OfferProps) {
  const desk = useDesk()
  const { data: account } = useQuery(desk.query('accounts.whereabouts', { query: page }))
  const to = useSelector(desk.accountSwitch, switchingTo)
  const refusal = useSelector(desk.accountSwitch, switchError)
  useEffect(() => () => desk.accountSwitch.send({ type: 'account.switchErrorDismissed' }), [desk])
  return (
    <>
      {account === undefined ? badLink : null}
      {/* there before what it says: so it is read out */}
      <div role="status" className={styles['elsewhere']}>
        {account === undefined ? null : (
          <>
            <p className={styles['text']}>It is in {account.dashboard_name}, another account of yours.</p>
            <Button
              variant="primary"
              isPending={to !== null}
              onPress={() =>
                desk.accountSwitch.follow(
                  {
                    pm_dsh_ud: account.pm_dsh_ud,
                    fromDshUd: user.pm_dsh_ud,
                    loginParentDshUd: user.login_pm_parent_dsh_ud,
                  },
                  path,
                )
              }
            >
              Switch to {account.dashboard_name}
            </Button>
            {refusal === null ? null : <p>{refusal}</p>}
          </>
        )}
      </div>
    </>
  )
}
