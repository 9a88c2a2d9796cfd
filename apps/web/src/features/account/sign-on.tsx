import { asksForCode, isSigningIn, signInError } from '@desk/machines/session/session.selectors'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useCountdownMs } from '#runtime/hooks/use-countdown.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useSession } from '#runtime/hooks/use-session.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './account.module.css'
import { FactorForm } from './factor-form.tsx'
import { typed } from './typed-username.ts'
import { UsernameField } from './username-field.tsx'

const TITLE = 'Single sign-on'

export interface SignOnScreenProps {
  /** The provider has sent the browser back. */
  readonly isBack: boolean
  /** The page to return to. */
  readonly redirect: string | null
}

const PasswordWay = ({ redirect }: Pick<SignOnScreenProps, 'redirect'>) => (
  <a href={redirect === null ? '#/login' : `#/login?redirect=${encodeURIComponent(redirect)}`}>
    Sign in with a password
  </a>
)

/** Signing on by the provider of one's account: the domain of the address says which one it is. */
export function SignOnScreen({ isBack, redirect }: SignOnScreenProps) {
  const desk = useDesk()
  useAppTitle(TITLE)
  const [fields, setFields] = useState(() => ({ username: typed.username, remember: desk.stored.rememberMe() }))
  const [isMissing, setMissing] = useState(false)
  const isPending = useSession(isSigningIn)
  const refusal = useSession(signInError)
  const wantsCode = useSession(asksForCode)
  const form = useRef<HTMLFormElement>(null)
  const start = useAct('signOn.start', {
    isSecret: true,
    onDone: ({ location }) => desk.leaveFor(location),
    onFailed: () => form.current?.querySelector<HTMLInputElement>('input')?.focus(),
  })
  const { failure } = start
  const isIdle = start.request === null
  const answeredFault = failure instanceof ApiError ? failure : null
  const waitMs = useCountdownMs(answeredFault, answeredFault?.retryAfterMs ?? 0)

  // once: what the provider sent can be used once
  const isAsked = useRef(!isBack)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    desk.session.finishSignOn()
  }, [desk])

  if (wantsCode)
    return (
      <AccountCard title={TITLE}>
        <FactorForm />
      </AccountCard>
    )
  if (isPending || (isBack && refusal === null && isIdle))
    return (
      <AccountCard title={TITLE}>
        <Spinner label="Signing you on…" />
        <PasswordWay redirect={redirect} />
      </AccountCard>
    )
  return (
    <AccountCard title={TITLE}>
      {isIdle && refusal === null ? (
        <p className={styles['hint']}>
          Your account’s own sign-on opens next. Your administrator knows whether your account has one.
        </p>
      ) : null}
      <AccountForm
        ref={form}
        problem={failure === null ? (refusal?.message ?? null) : failureMessage(failure)}
        submitLabel="Continue"
        isPending={start.isPending || start.answered !== null}
        waitMs={waitMs}
        onSubmit={() => {
          const lacks = fields.username.trim() === ''
          setMissing(lacks)
          if (lacks) form.current?.querySelector<HTMLInputElement>('input')?.focus()
          else {
            desk.stored.setRememberMe(fields.remember)
            const { username, remember } = fields
            start.send({
              payload: { username: username.trim(), remember, ...(redirect === null ? {} : { redirect }) },
            })
          }
        }}
      >
        <UsernameField
          value={fields.username}
          onChange={username => {
            typed.username = username
            setFields(before => ({ ...before, username }))
          }}
          errorMessage={isMissing && fields.username.trim() === '' ? 'Username is required' : undefined}
        />
        <Checkbox isSelected={fields.remember} onChange={remember => setFields(before => ({ ...before, remember }))}>
          Remember me on this device
        </Checkbox>
      </AccountForm>
      <PasswordWay redirect={redirect} />
    </AccountCard>
  )
}
