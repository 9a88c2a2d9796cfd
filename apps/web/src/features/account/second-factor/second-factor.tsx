import type { Enrolment } from '@desk/schema/users/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { confirmationOf, type TypedConfirmation } from '#kit/confirmation/confirmation-fields.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ProofForm } from './proof-form.tsx'
import { QrCode } from '#kit/codes/qr-code.tsx'
import styles from './second-factor.module.css'

const APP_HINT = 'The six digits that the app shows.'

type Step =
  | { readonly kind: 'rest' | 'renewing' | 'disabling' }
  | { readonly kind: 'enrolling'; readonly enrolment: Enrolment }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
const REST: Step = { kind: 'rest' }

function RecoveryCodeList({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  return (
    <>
      <p>
        Each of these codes replaces one of the app’s codes, once. They are shown only now: keep them where you find
        them without your phone.
      </p>
      <ul role="list" className={styles['codes']} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button onPress={() => saveFile('recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain;charset=utf-8')}>
          Save as a file
        </Button>
        <Button variant="primary" onPress={onDone}>
          Done
        </Button>
      </div>
    </>
  )
}

const confirmed = (typed: TypedConfirmation) => ({ payload: { confirmation: confirmationOf(typed) } })

/**
 * The second factor by an authenticator app: set it up, get new recovery codes, turn it off.
 * @param onReady called when it is set up and the recovery codes were seen; only where nothing else can be done before
 */
export function SecondFactor({ onReady }: { readonly onReady?: () => void }) {
  const desk = useDesk()
  const queryClient = useQueryClient()
  const [step, setStep] = useState(REST)
  const state = desk.query('secondFactor.read', {})
  const read = useQuery({ ...state, ...APP_SHELL_QUERY, refetchOnMount: 'always' })
  const { data: factor } = read
  const rest = () => setStep(REST)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const changed = (next: Step) => {
    // The drawer has been closed: the user's old codes are void, and no one saw the new ones.
    if (next.kind === 'codes' && !isShown.current)
      void showToast({
        type: 'warning',
        message: 'You have new recovery codes that you did not see',
        description: 'Earlier ones have ended. Open Second factor again and get new codes.',
      })
    setStep(next)
    void queryClient.invalidateQueries(state)
    // A session that waits for a second factor goes on with it.
    desk.session.send({ type: 'session.recheckRequested' })
  }

  if (step.kind === 'codes') return <RecoveryCodeList codes={step.codes} onDone={onReady ?? rest} />
  if (step.kind === 'enrolling')
    return (
      <>
        <p>Scan this with your authenticator app, or type the key into it. Then give the code that it shows.</p>
        <QrCode text={step.enrolment.otpauth_uri} label="Code for your authenticator app; its key is below" />
        <p>
          Key: <code className={styles['secret']}>{step.enrolment.secret}</code>
        </p>
        <ProofForm
          label="Turn on the second factor"
          submitLabel="Turn on"
          asksFor="code"
          codeHint={APP_HINT}
          call="secondFactor.confirm"
          requestOf={({ code }) => ({ payload: { code } })}
          onDone={({ recovery_codes: codes }) => changed({ kind: 'codes', codes })}
          onCancel={rest}
        />
      </>
    )
  if (factor === undefined) return <NotLoaded query={read} title="The second factor" height="16px" lines={2} />
  if (!factor.enabled)
    return (
      <>
        <p>
          {factor.required
            ? 'Your account requires a second factor: set one up to go on.'
            : 'When you sign in, you enter a code of an app on your phone after your password or single sign-on.'}
        </p>
        <ProofForm
          label="Set up a second factor"
          submitLabel="Set up an authenticator app"
          asksFor="password"
          autoFocus={onReady !== undefined}
          call="secondFactor.enrol"
          requestOf={confirmed}
          onDone={enrolment => setStep({ kind: 'enrolling', enrolment })}
        />
      </>
    )
  if (onReady !== undefined)
    return (
      <>
        <p>Your second factor is on.</p>
        <Button variant="primary" onPress={onReady}>
          Go on
        </Button>
      </>
    )
  if (step.kind === 'renewing')
    return (
      <ProofForm
        label="New recovery codes"
        submitLabel="Get new codes"
        asksFor="both"
        codeHint={`${APP_HINT} The recovery codes that you have end.`}
        call="secondFactor.newRecoveryCodes"
        requestOf={confirmed}
        onDone={({ recovery_codes: codes }) => changed({ kind: 'codes', codes })}
        onCancel={rest}
      />
    )
  if (step.kind === 'disabling')
    return (
      <ProofForm
        label="Turn off the second factor"
        submitLabel="Turn off"
        tone="danger"
        asksFor="both"
        codeHint="Of the app, or one of your recovery codes."
        call="secondFactor.disable"
        requestOf={confirmed}
        onDone={() => changed(REST)}
        onCancel={rest}
      />
    )
  return (
    <>
      <p>
        On, with {factor.recovery_codes_left === 1 ? '1 recovery code' : `${factor.recovery_codes_left} recovery codes`}{' '}
        left.
      </p>
      <div className={styles['buttons']}>
        <Button onPress={() => setStep({ kind: 'renewing' })}>New recovery codes</Button>
        {factor.required ? null : <Button onPress={() => setStep({ kind: 'disabling' })}>Turn off</Button>}
      </div>
    </>
  )
}
