import { isSigningIn, signInError } from '@desk/machines/session/session.selectors'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useCountdownMs } from '../../runtime/hooks/use-countdown.ts'
import { useSession } from '../../runtime/hooks/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account.module.css'
import { UsernameField } from './username-field.tsx'
import { waitText } from './wait-text.ts'

/** Few users have a second factor: it is no part of the first load. */
const FactorForm = lazy(async () => ({ default: (await import('./factor-form.tsx')).FactorForm }))

/** What has led here. */
const NOTICES = { logout: 'You are signed out.', password_set: 'Your password is set. Please sign in with it.' } as const

/** The sign-in page (§2.2). What was typed stays when it is refused. */
export function SignInScreen({ notice }: { readonly notice: keyof typeof NOTICES | null }) {
  useAppTitle('Sign in')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(() => desk.stored.rememberMe())
  const isPending = useSession(isSigningIn)
  const refusal = useSession(signInError)
  const waitMs = useCountdownMs(refusal, refusal?.retryAfterMs ?? 0)
  const question = useSyncExternalStore(desk.session.factor.subscribe, desk.session.factor.question)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusal !== null) form.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
  }, [refusal])

  if (isPending && question !== null)
    return (
      <AccountCard title="Sign in">
        <Suspense fallback={null}>
          <FactorForm question={question} />
        </Suspense>
      </AccountCard>
    )
  return (
    <AccountCard title="Sign in">
      {notice !== null && refusal === null && !isPending ? (
        <p className={styles['notice']} role="status">
          {NOTICES[notice]}
        </p>
      ) : null}
      <form
        ref={form}
        className={styles['form']}
        aria-labelledby="account-title"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && waitMs === 0) desk.session.signIn({ username, password, remember })
        }}
      >
        {refusal === null ? null : (
          <p className={styles['problem']} role="alert">
            {refusal.message} {waitMs > 0 ? waitText(waitMs) : ''}
          </p>
        )}
        <UsernameField value={username} onChange={setUsername} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <Checkbox isSelected={remember} onChange={setRemember}>
          Remember me on this device
        </Checkbox>
        <div className={styles['submit']}>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={waitMs > 0}>
            Sign in
          </Button>
        </div>
      </form>
      <a href="#/forgot-password">Forgot password?</a>
    </AccountCard>
  )
}
