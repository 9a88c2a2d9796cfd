import { ONLY_BY_SIGN_ON } from '@desk/schema/single-sign-on/sign-on'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage, fieldErrorsOf, isMissing } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { signOnHref } from './typed-username.ts'
import { newPasswordProblems, NO_PASSWORD } from './new-password.ts'

/** Sets a new password with the token of a mail's link (§2.3, api:A6). */
export function ResetPasswordScreen({ resetToken }: { readonly resetToken: string }) {
  useAppTitle('Set a new password')
  const { passwordPolicy } = useConfig()
  const navigate = useNavigate()
  const [next, setNext] = useState(NO_PASSWORD)
  const [sent, setSent] = useState(NO_PASSWORD)
  const [wasTried, setWasTried] = useState(false)
  const { send, isPending, failure } = useAct('passwordReset.complete', {
    isSecret: true,
    // Replaces this page, so that Back does not return to the URL with the token.
    onDone: () => void navigate({ to: '/login', search: { action: 'password_set' }, replace: true }),
  })
  const problems = newPasswordProblems(next, passwordPolicy, null)
  const refused = sent === next ? fieldErrorsOf(failure) : {}
  const shown = wasTried
    ? { proposed: problems.proposed ?? refused['password'], again: problems.again ?? refused['confirm_password'] }
    : {}

  return (
    <AccountCard title="Set a new password">
      <AccountForm
        problem={
          failure !== null ? (
            <>
              {failureMessage(failure)} {isMissing(failure) ? <a href="#/forgot-password">Ask for a new link</a> : null}
              {failureMessage(failure) === ONLY_BY_SIGN_ON ? (
                <a href={signOnHref(null)}>Continue with single sign-on</a>
              ) : null}
            </>
          ) : null
        }
        submitLabel="Set password"
        isPending={isPending}
        onSubmit={() => {
          setWasTried(true)
          if (problems.proposed !== undefined || problems.again !== undefined) return
          setSent(next)
          send({ params: { resetToken }, payload: { password: next.proposed, confirm_password: next.again } })
        }}
      >
        <NewPasswordFields
          value={next}
          onChange={setNext}
          problems={shown}
          policy={passwordPolicy}
          username={null}
          autoFocus
        />
      </AccountForm>
      <a href="#/login">Back to sign in</a>
    </AccountCard>
  )
}
