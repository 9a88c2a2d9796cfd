import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, failureMessage, fieldErrorsOf } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useConfig } from '../../runtime/hooks/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordProblems, NO_PASSWORD, type NewPassword } from './new-password.ts'

const isUsedUp = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 404

/** Sets a new password with the token of a mail's link (§2.3, api:A6). */
export function ResetPasswordScreen({ resetToken }: { readonly resetToken: string }) {
  useAppTitle('Set a new password')
  const { passwordPolicy } = useConfig()
  const navigate = useNavigate()
  const [next, setNext] = useState(NO_PASSWORD)
  const [wasTried, setWasTried] = useState(false)
  const reset = useMutation({
    mutationFn: ({ wished, again }: NewPassword) => desk.api.call('passwordReset.complete', { params: { resetToken }, payload: { password: wished, confirm_password: again } }),
    // In place of this page, so that the address with the token is not gone back to.
    onSuccess: () => navigate({ to: '/login', search: { action: 'password_set' }, replace: true }),
  })
  const problems = newPasswordProblems(next, passwordPolicy)
  const refused = reset.isError && reset.variables === next ? fieldErrorsOf(reset.error) : {}
  const shown = wasTried ? { wished: problems.wished ?? refused['password'], again: problems.again ?? refused['confirm_password'] } : {}

  return (
    <AccountCard title="Set a new password">
      <form
        className={styles['form']}
        aria-labelledby="account-title"
        onSubmit={(event) => {
          event.preventDefault()
          setWasTried(true)
          const isComplete = problems.wished === undefined && problems.again === undefined
          if (isComplete && !reset.isPending) reset.mutate(next)
        }}
      >
        {reset.isError ? (
          <p className={styles['problem']} role="alert">
            {failureMessage(reset.error)} {isUsedUp(reset.error) ? <a href="#/forgot-password">Ask for a new link</a> : null}
          </p>
        ) : null}
        <NewPasswordFields value={next} onChange={setNext} problems={shown} policy={passwordPolicy} autoFocus />
        <div className={styles['submit']}>
          <Button type="submit" variant="primary" isPending={reset.isPending}>
            Set password
          </Button>
        </div>
      </form>
      <a href="#/login">Back to sign in</a>
    </AccountCard>
  )
}
