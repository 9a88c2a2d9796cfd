import { useEffect, useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useCountdownMs } from '#runtime/hooks/use-countdown.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './account.module.css'
import { UsernameField } from './username-field.tsx'

/** Asks for a mail with a link that sets a new password (§2.3, api:A5). The text does not reveal whether the user exists. */
export function ForgotPasswordScreen() {
  useAppTitle('Forgot password')
  const [username, setUsername] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { send, isPending, failure, answered } = useAct('passwordReset.request', { isSecret: true })
  const isAnswered = answered !== null
  const answeredFault = failure instanceof ApiError ? failure : null
  const waitMs = useCountdownMs(answeredFault, answeredFault?.retryAfterMs ?? 0)
  const answer = useRef<HTMLParagraphElement>(null)

  // The focused form is gone.
  useEffect(() => {
    if (isAnswered) answer.current?.focus()
  }, [isAnswered])

  return (
    <AccountCard title="Forgot password">
      {answered !== null ? (
        <p ref={answer} className={styles['notice']} role="status" tabIndex={-1}>
          {answered.answer.message}
        </p>
      ) : (
        <>
          <p className={styles['hint']}>We send a link to set a new password to your mail address.</p>
          <AccountForm
            problem={failure === null ? null : failureMessage(failure)}
            submitLabel="Send the link"
            isPending={isPending}
            waitMs={waitMs}
            onSubmit={() => {
              const name = username.trim()
              setMissing(name === '')
              if (name !== '') send({ payload: { username: name } })
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
