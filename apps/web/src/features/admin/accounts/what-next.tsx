import { switchError, switchingTo } from '@desk/machines/account-switch/account-switch.selectors'
import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useSelector } from '@xstate/react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#kit/forms/form-page.tsx'
import styles from './accounts.module.css'

interface Step {
  readonly title: string
  readonly about: string
  readonly open: string
  readonly path: string
}

/** The needs of a new account until its first respondent, in this order. */
function stepsFor({ account_type, inv_by_business_unit_flg: usesUnits }: ManagedAccount): readonly Step[] {
  const users: Step = {
    title: 'Users',
    about: 'More users than the first admin.',
    open: 'Open users',
    path: '/admin/users',
  }
  if (account_type === 'DEFENDER') return [users]
  return [
    ...(usesUnits
      ? [
          {
            title: 'Business units',
            about: 'Each of its projects is invoiced to one.',
            open: 'Open business units',
            path: '/admin/business-unit',
          },
        ]
      : []),
    {
      title: 'Suppliers',
      about: 'Who sends respondents, and where they are taken back.',
      open: 'New supplier',
      path: '/suppliers/new',
    },
    {
      title: 'Rate card',
      about: 'Prices of completes, by length and incidence.',
      open: 'Open rate cards',
      path: '/admin/rate-card-templates',
    },
    {
      title: 'First project',
      about: 'With a survey and a source it is ready to launch.',
      open: 'New project',
      path: '/projects/new',
    },
    users,
  ]
}

/** The steps after the creation of an account; each switches to the account and opens its page there. */
export function WhatNext({
  me,
  account,
  onDone,
}: {
  readonly me: CurrentUser
  readonly account: ManagedAccount
  readonly onDone: () => void
}) {
  const desk = useDesk()
  const to = useSelector(desk.accountSwitch, switchingTo)
  const refusal = useSelector(desk.accountSwitch, switchError)
  return (
    <FormSection
      title="Next steps"
      description={`${account.name} is ready. Each step switches to the account and opens a page.`}
    >
      <ol className={styles['steps']} style={{ gridColumn: '1 / -1' }}>
        {stepsFor(account).map(({ title, about, open, path }) => (
          <li key={path}>
            <div>
              <span>
                <strong>{title}</strong>: {about}
              </span>
              <Button
                size="small"
                isDisabled={to !== null}
                onPress={() =>
                  desk.accountSwitch.follow(
                    {
                      pm_dsh_ud: account.pm_dsh_ud,
                      fromDshUd: me.pm_dsh_ud,
                      loginParentDshUd: me.login_pm_parent_dsh_ud,
                    },
                    path,
                  )
                }
              >
                {open}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {refusal === null ? null : <p role="alert">{refusal}</p>}
      <div>
        <Button size="small" variant="ghost" onPress={onDone}>
          Hide this list
        </Button>
      </div>
    </FormSection>
  )
}
