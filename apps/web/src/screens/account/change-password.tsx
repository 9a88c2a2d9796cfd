import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, fieldErrorsOf } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useSession } from '../../runtime/hooks/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account.module.css'
import { PASSWORD_RULES, PASSWORDS_DIFFER } from './password-rules.ts'

/** A user whose password is not updated sets a new one before anything else (§2.8). */
export function ChangePasswordScreen() {
  useAppTitle('Change password')
  const username = useSession(({ context }) => context.user?.username ?? '')
  const [present, setPresent] = useState('')
  const [wished, setWished] = useState('')
  const [again, setAgain] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const change = useMutation({ mutationFn: (newPassword: string) => desk.session.changePassword({ password: present, new_password: newPassword }) })
  const broken = PASSWORD_RULES.find(({ isMet }) => !isMet(wished))
  const problems = {
    present: present === '' ? 'Password is required' : undefined,
    wished: broken?.message,
    again: again === wished ? undefined : PASSWORDS_DIFFER,
  }
  const refused = change.isError && change.variables === wished ? fieldErrorsOf(change.error) : {}
  const shown: Partial<typeof problems> = wasTried
    ? { ...problems, present: problems.present ?? refused['password'], wished: problems.wished ?? refused['new_password'] }
    : {}

  return (
    <AccountCard title="Change password">
      <p className={styles['hint']}>Your password has to be renewed before you go on.</p>
      <form
        className={styles['form']}
        aria-labelledby="account-title"
        onSubmit={(event) => {
          event.preventDefault()
          setWasTried(true)
          const isComplete = Object.values(problems).every((problem) => problem === undefined)
          if (isComplete && !change.isPending) change.mutate(wished)
        }}
      >
        {/* Tells the browser's password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {change.isError ? (
          <p className={styles['problem']} role="alert">
            {failureMessage(change.error)}
          </p>
        ) : null}
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={present}
          onChange={setPresent}
          errorMessage={shown.present}
          autoFocus
          isRequired
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={wished}
          onChange={setWished}
          errorMessage={shown.wished}
          isRequired
        />
        <ul className={styles['rules']} aria-label="Password Requirement">
          {PASSWORD_RULES.map(({ message, isMet }) => (
            <li key={message} data-met={isMet(wished)}>
              {message}
            </li>
          ))}
        </ul>
        <TextField
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          errorMessage={shown.again}
          isRequired
        />
        <div className={styles['submit']}>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            Change password
          </Button>
        </div>
        <Button variant="ghost" onPress={() => desk.session.send({ type: 'signOut.requested' })}>
          Logout
        </Button>
      </form>
    </AccountCard>
  )
}
