import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useCountdownMs } from '#runtime/hooks/use-countdown.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './account.module.css'
import { UsernameField } from './username-field.tsx'

/** Asks for a mail with a link that sets a new password (§2.3, api:A5). The text does not reveal whether the user exists. */
export function ForgotPasswordScreen() {
  const desk = useDesk()
  useAppTitle('Forgot password')
  const [username, setUsername] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ask = useMutation({
    mutationFn: (name: string) => desk.api.call('passwordReset.request', { payload: { username: name } }),
  })
  const waitMs = useCountdownMs(ask.error, ask.error instanceof ApiError ? (ask.error.retryAfterMs ?? 0) : 0)
  const answer = useRef<HTMLParagraphElement>(null)

  // The focused form is gone.
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
        <>
          <p className={styles['hint']}>We send a link to set a new password to your mail address.</p>
          <AccountForm
            problem={ask.isError ? failureMessage(ask.error) : null}
            submitLabel="Send the link"
            isPending={ask.isPending}
            waitMs={waitMs}
            onSubmit={() => {
              const name = username.trim()
              setMissing(name === '')
              if (name !== '') ask.mutate(name)
            }}
          >
            <UsernameField
              value={username}
              onChange={setUsername}
              errorMessage={isMissing ? 'Username is required' : undefined}
            />
          </AccountForm>
        </>
      )}
      <a href="#/login">Back to sign in</a>
    </AccountCard>
  )
}
