import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useCountdownMs } from '../../runtime/hooks/use-countdown.ts'
import { Button } from '../../ui/button.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account.module.css'
import { UsernameField } from './username-field.tsx'
import { waitText } from './wait-text.ts'

/** Asks for a mail with a link that sets a new password (§2.3, api:A5). What is said does not tell whether the user exists. */
export function ForgotPasswordScreen() {
  useAppTitle('Forgot password')
  const [username, setUsername] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ask = useMutation({ mutationFn: (name: string) => desk.api.call('passwordReset.request', { payload: { username: name } }) })
  const waitMs = useCountdownMs(ask.error, ask.error instanceof ApiError ? (ask.error.retryAfterMs ?? 0) : 0)
  const answer = useRef<HTMLParagraphElement>(null)

  // The form that had the focus is gone.
  useEffect(() => {
    if (ask.isSuccess) answer.current?.focus()
  }, [ask.isSuccess])

  return (
    <AccountCard title="Forgot password">
      {ask.isSuccess ? (
        <p ref={answer} className={styles['notice']} role="status" tabIndex={-1}>
          {ask.data.message}
        </p>
      ) : (
        <form
          className={styles['form']}
          aria-labelledby="account-title"
          onSubmit={(event) => {
            event.preventDefault()
            const name = username.trim()
            setMissing(name === '')
            if (name !== '' && !ask.isPending && waitMs === 0) ask.mutate(name)
          }}
        >
          <p className={styles['hint']}>We send a link to set a new password to your mail address.</p>
          {ask.isError ? (
            <p className={styles['problem']} role="alert">
              {failureMessage(ask.error)} {waitMs > 0 ? waitText(waitMs) : ''}
            </p>
          ) : null}
          <UsernameField value={username} onChange={setUsername} errorMessage={isMissing ? 'Username is required' : undefined} />
          <div className={styles['submit']}>
            <Button type="submit" variant="primary" isPending={ask.isPending} isDisabled={waitMs > 0}>
              Send the link
            </Button>
          </div>
        </form>
      )}
      <a href="#/login">Back to sign in</a>
    </AccountCard>
  )
}
