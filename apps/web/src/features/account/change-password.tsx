import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage, fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { useSession } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmationFields, NOTHING_TYPED } from '#kit/confirmation/confirmation-fields.tsx'
import { missingIn } from '#kit/confirmation/missing-confirmation.ts'
import { AccountCard } from './account-card.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './account.module.css'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordProblems, NO_PASSWORD } from './new-password.ts'

/** A user whose password is not updated sets a new one before anything else (§2.8). */
export function ChangePasswordScreen() {
  const desk = useDesk()
  useAppTitle('Change password')
  const { passwordPolicy } = useConfig()
  const username = useSession(({ context }) => context.user?.username ?? '')
  const hasFactor = useSession(({ context }) => context.user?.second_factor === 'on')
  const confirmsBy = useSession(({ context }) => context.user?.confirms_by)
  const [present, setPresent] = useState(NOTHING_TYPED)
  const [next, setNext] = useState(NO_PASSWORD)
  const [wasTried, setWasTried] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const change = useAct('session.updatePassword', {
    isSecret: true,
    perform: request => desk.session.changePassword(request),
  })
  const missing = missingIn(present, hasFactor ? 'both' : 'password', confirmsBy !== 'single_sign_on')
  const problems = {
    present: missing.password,
    signOn: missing.signOn,
    code: missing.code,
    ...newPasswordProblems(next, passwordPolicy, username),
  }
  const refused = sent === next.proposed ? fieldErrorsOf(change.failure) : {}
  const shown: Partial<typeof problems> = wasTried
    ? {
        ...problems,
        present: problems.present ?? refused['password'],
        signOn: problems.signOn ?? refused['single_sign_on_token'],
        code: problems.code ?? refused['second_factor_code'],
        proposed: problems.proposed ?? refused['new_password'],
      }
    : {}

  return (
    <AccountCard title="Change password">
      <p className={styles['hint']}>Your password has to be renewed before you go on.</p>
      <AccountForm
        problem={change.failure === null ? null : failureMessage(change.failure)}
        submitLabel="Change password"
        isPending={change.isPending}
        onSubmit={() => {
          setWasTried(true)
          if (Object.values(problems).some(problem => problem !== undefined)) return
          setSent(next.proposed)
          change.send({
            payload: {
              ...(present.signOnToken === undefined
                ? { password: present.password }
                : { single_sign_on_token: present.signOnToken }),
              new_password: next.proposed,
              ...(hasFactor ? { second_factor_code: present.code } : {}),
            },
          })
        }}
      >
        {/* Gives the browser's password manager the username of this password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <ConfirmationFields
          value={present}
          onChange={given => {
            if (given.signOnToken !== present.signOnToken) change.dismiss()
            setPresent(given)
          }}
          asksFor={hasFactor ? 'both' : 'password'}
          errors={{ password: shown.present, code: shown.code, signOn: shown.signOn }}
          autoFocus
        />
        <NewPasswordFields
          value={next}
          onChange={setNext}
          problems={shown}
          policy={passwordPolicy}
          username={username}
        />
      </AccountForm>
      <Button variant="ghost" onPress={() => desk.session.send({ type: 'signOut.requested' })}>
        Logout
      </Button>
    </AccountCard>
  )
}
