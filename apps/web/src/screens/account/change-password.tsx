import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, fieldErrorsOf } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useConfig } from '../../runtime/hooks/use-config.ts'
import { useSession } from '../../runtime/hooks/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './account.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordProblems, NO_PASSWORD } from './new-password.ts'

/** A user whose password is not updated sets a new one before anything else (§2.8). */
export function ChangePasswordScreen() {
  useAppTitle('Change password')
  const { passwordPolicy } = useConfig()
  const username = useSession(({ context }) => context.user?.username ?? '')
  const [present, setPresent] = useState('')
  const [next, setNext] = useState(NO_PASSWORD)
  const [wasTried, setWasTried] = useState(false)
  const change = useMutation({ mutationFn: (newPassword: string) => desk.session.changePassword({ password: present, new_password: newPassword }) })
  const problems = { present: present === '' ? 'Password is required' : undefined, ...newPasswordProblems(next, passwordPolicy) }
  const refused = change.isError && change.variables === next.wished ? fieldErrorsOf(change.error) : {}
  const shown: Partial<typeof problems> = wasTried
    ? { ...problems, present: problems.present ?? refused['password'], wished: problems.wished ?? refused['new_password'] }
    : {}

  return (
    <AccountCard title="Change password">
      <p className={styles['hint']}>Your password has to be renewed before you go on.</p>
      <AccountForm
        problem={change.isError ? failureMessage(change.error) : null}
        submitLabel="Change password"
        isPending={change.isPending}
        onSubmit={() => {
          setWasTried(true)
          if (Object.values(problems).every((problem) => problem === undefined)) change.mutate(next.wished)
        }}
      >
        {/* Tells the browser's password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
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
        <NewPasswordFields value={next} onChange={setNext} problems={shown} policy={passwordPolicy} />
      </AccountForm>
      <Button variant="ghost" onPress={() => desk.session.send({ type: 'signOut.requested' })}>
        Logout
      </Button>
    </AccountCard>
  )
}
