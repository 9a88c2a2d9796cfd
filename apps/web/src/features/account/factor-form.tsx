import { codeError, isSendingCode } from '@desk/machines/session/session.selectors'
import { useEffect, useRef, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useSession } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'

/** Asks for the code of the second factor, after the password was right. */
export function FactorForm() {
  const desk = useDesk()
  const problem = useSession(codeError)
  const isSending = useSession(isSendingCode)
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (problem !== null) form.current?.querySelector('input')?.focus()
  }, [problem])

  return (
    <>
      <AccountForm
        ref={form}
        problem={problem}
        submitLabel="Sign in"
        isPending={isSending}
        onSubmit={() => {
          if (code.trim() !== '') desk.session.giveCode(code)
        }}
      >
        <TextField
          label="Code"
          description="The six digits of your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          spellCheck="false"
          value={code}
          onChange={setCode}
          autoFocus
          isRequired
        />
      </AccountForm>
      <Button variant="ghost" onPress={() => desk.session.send({ type: 'signIn.codeGivenUp' })}>
        Back
      </Button>
    </>
  )
}
