import { asksForCode, isSigningIn, isUnanswered, signInError } from '@desk/machines/session/session.selectors'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useCountdownMs } from '#runtime/hooks/use-countdown.ts'
import { useSession } from '#runtime/hooks/use-session.ts'
import { Banner } from '#ui/banner.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './account.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { signOnHref, typed } from './typed-username.ts'

/** Few users have a second factor, so its form is not part of the first load. */
const FactorForm = lazyPart(
  async () => ({ default: (await import('./factor-form.tsx')).FactorForm }),
  'The second step',
)

/** Why the user is here. */
const NOTICES = {
  logout: 'You are signed out.',
  password_set: 'Your password is set. Please sign in with it.',
} as const

/** The sign-in page (§2.2). The typed text stays after a refusal. */
export function SignInScreen({
  notice,
  redirect = null,
}: {
  readonly notice: keyof typeof NOTICES | null
  /** The page to return to. */
  readonly redirect?: string | null
}) {
  const desk = useDesk()
  useAppTitle('Sign in')
  const [fields, setFields] = useState(() => ({
    username: typed.username,
    password: '',
    remember: desk.stored.rememberMe(),
  }))
  const [missing, setMissing] = useState({ username: false, password: false })
  const isPending = useSession(isSigningIn)
  const refusal = useSession(signInError)
  const waitMs = useCountdownMs(refusal, refusal?.retryAfterMs ?? 0)
  const wantsCode = useSession(asksForCode)
  const hasNoAnswer = useSession(isUnanswered)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusal !== null) form.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
  }, [refusal])

  if (wantsCode)
    return (
      <AccountCard title="Sign in">
        <Suspense fallback={null}>
          <FactorForm />
        </Suspense>
      </AccountCard>
    )
  return (
    <AccountCard title="Sign in">
      {hasNoAnswer ? (
        <Banner
          tone="warning"
          action={{ label: 'Try again', onPress: () => desk.session.send({ type: 'session.recheckRequested' }) }}
        >
          The server did not answer.
        </Banner>
      ) : null}
      {notice !== null && refusal === null && !isPending ? (
        <p className={styles['notice']} role="status">
          {NOTICES[notice]}
        </p>
      ) : null}
      <SignInForm
        ref={form}
        fields={fields}
        onChange={change => setFields(before => ({ ...before, ...change }))}
        refusal={refusal}
        waitMs={waitMs}
        isPending={isPending}
        missing={missing}
        onSubmit={() => {
          const lacks = { username: fields.username.trim() === '', password: fields.password === '' }
          setMissing(lacks)
          if (lacks.username || lacks.password)
            form.current
              ?.querySelector<HTMLInputElement>(`input[name="${lacks.username ? 'username' : 'password'}"]`)
              ?.focus()
          else desk.session.signIn(fields)
        }}
      />
      <a href={signOnHref(redirect)} onClick={() => (typed.username = fields.username)}>
        Continue with single sign-on
      </a>
      <a href="#/forgot-password">Forgot password?</a>
    </AccountCard>
  )
}
