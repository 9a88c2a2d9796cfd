import { codeError, isSendingCode } from '@desk/machines/session/session.selectors'
import { useEffect, useRef, useState } from 'react'
import { desk } from '../../runtime/desk.ts'
import { useSession } from '../../runtime/hooks/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account.module.css'

/** Asks for the code of the second factor, after the password was right. */
export function FactorForm() {
  const problem = useSession(codeError)
  const isSending = useSession(isSendingCode)
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (problem !== null) form.current?.querySelector('input')?.focus()
  }, [problem])

  return (
    <form
      ref={form}
      className={styles['form']}
      aria-labelledby="account-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') desk.session.giveCode(code)
      }}
    >
      {problem === null ? null : (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
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
      <div className={styles['submit']}>
        <Button type="submit" variant="primary" isPending={isSending}>
          Sign in
        </Button>
      </div>
      <Button variant="ghost" onPress={() => desk.session.send({ type: 'signIn.codeGivenUp' })}>
        Back
      </Button>
    </form>
  )
}
