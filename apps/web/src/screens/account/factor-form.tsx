import { useEffect, useRef, useState } from 'react'
import { desk } from '../../runtime/desk.ts'
import type { FactorQuestion } from '../../runtime/session/factor-step.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account.module.css'

/** Asks for the code of the second factor, after the password was right. */
export function FactorForm({ question }: { readonly question: FactorQuestion }) {
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (question.problem !== null) form.current?.querySelector('input')?.focus()
  }, [question])

  return (
    <form
      ref={form}
      className={styles['form']}
      aria-labelledby="account-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') desk.session.factor.give(code)
      }}
    >
      {question.problem === null ? null : (
        <p className={styles['problem']} role="alert">
          {question.problem}
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
        <Button type="submit" variant="primary" isPending={question.isSending}>
          Sign in
        </Button>
      </div>
      <Button variant="ghost" onPress={() => desk.session.factor.giveUp()}>
        Back
      </Button>
    </form>
  )
}
