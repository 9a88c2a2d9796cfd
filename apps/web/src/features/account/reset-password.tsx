import { ONLY_BY_SIGN_ON } from '@desk/schema/single-sign-on/sign-on'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureMessage, fieldErrorsOf, isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { signOnHref } from './typed-username.ts'
import { newPasswordProblems, NO_PASSWORD, type NewPassword } from './new-password.ts'

/** Sets a new password with the token of a mail's link (§2.3, api:A6). */
export function ResetPasswordScreen({ resetToken }: { readonly resetToken: string }) {
  const desk = useDesk()
  useAppTitle('Set a new password')
  const { passwordPolicy } = useConfig()
  const navigate = useNavigate()
  const [next, setNext] = useState(NO_PASSWORD)
  const [wasTried, setWasTried] = useState(false)
  const reset = useMutation({
    mutationFn: ({ proposed, again }: NewPassword) =>
      desk.api.call('passwordReset.complete', {
        params: { resetToken },
        payload: { password: proposed, confirm_password: again },
      }),
    // Replaces this page, so that Back does not return to the URL with the token.
    onSuccess: () => navigate({ to: '/login', search: { action: 'password_set' }, replace: true }),
  })
  const problems = newPasswordProblems(next, passwordPolicy, null)
  const refused = reset.isError && reset.variables === next ? fieldErrorsOf(reset.error) : {}
  const shown = wasTried
    ? { proposed: problems.proposed ?? refused['password'], again: problems.again ?? refused['confirm_password'] }
    : {}

  return (
    <AccountCard title="Set a new password">
      <AccountForm
        problem={
          reset.isError ? (
            <>
              {failureMessage(reset.error)}{' '}
              {isMissing(reset.error) ? <a href="#/forgot-password">Ask for a new link</a> : null}
              {failureMessage(reset.error) === ONLY_BY_SIGN_ON ? (
                <a href={signOnHref(null)}>Continue with single sign-on</a>
              ) : null}
            </>
          ) : null
        }
        submitLabel="Set password"
        isPending={reset.isPending}
        onSubmit={() => {
          setWasTried(true)
          if (problems.proposed === undefined && problems.again === undefined) reset.mutate(next)
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
