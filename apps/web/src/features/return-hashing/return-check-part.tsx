import type { ReturnCheck } from '@desk/schema/respondents/return-hashing'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './return-hashing.module.css'

function verdictWords({ verdict, key_ends_with: end }: ReturnCheck): string {
  if (verdict === 'valid') return `The hash is right: it was made with the key …${end}.`
  if (verdict === 'missing') return 'There is no hash.'
  return 'The hash is wrong: it was made with another key, or over something else than this text.'
}

/** Checks a return's hash, and shows the text that it has to be computed over. */
export function ReturnCheckPart() {
  const [url, setUrl] = useState('')
  const check = useAct('returnHashing.check')
  const checked = check.answered?.answer
  const changed = (typed: string) => {
    check.dismiss()
    setUrl(typed)
  }
  return (
    <section className={styles['part']} aria-labelledby="hash-check">
      <h2 id="hash-check">Check a return</h2>
      <form
        className={styles['check']}
        onSubmit={event => {
          event.preventDefault()
          check.send({ payload: { url } })
        }}
      >
        <TextField
          label="Return URL"
          value={url}
          onChange={changed}
          placeholder="https://…/return?inbound_code=1000&rdud=…&hash=…"
          errorMessage={check.failure === null ? undefined : failureMessage(check.failure)}
        />
        <Button type="submit" isPending={check.isPending}>
          Check
        </Button>
      </form>
      {checked === undefined ? null : (
        <div className={styles['verdict']} role="status">
          <p>{verdictWords(checked)}</p>
          <p className={styles['note']}>
            {checked.verdict === 'valid' ? 'It was made over:' : 'It has to be made over:'}
          </p>
          <code className={styles['example']}>{checked.hashed_text}</code>
        </div>
      )}
    </section>
  )
}
