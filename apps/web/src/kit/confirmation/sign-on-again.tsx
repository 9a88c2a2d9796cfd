import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import styles from './sign-on-again.module.css'

export interface SignOnAgainProps {
  readonly isDone: boolean
  /** There is no password beside it. */
  readonly isOnly: boolean
  /** The server's verdict on an earlier one. */
  readonly fault: string | undefined
  readonly autoFocus: boolean
  readonly onDone: (token: string) => void
}

/**
 * Confirms the user's identity by a fresh single sign-on, in a window of its own: the page below stays as it is, with
 * its typed values.
 */
export function SignOnAgain({ isDone, isOnly, fault, autoFocus, onDone }: SignOnAgainProps) {
  const desk = useDesk()
  const [isBlocked, setBlocked] = useState(false)
  const start = useAct('signOnAgain.start', {
    isSecret: true,
    onDone: ({ location }) => setBlocked(!desk.openWindow(location)),
  })
  const finish = useAct('signOnAgain.finish', {
    isSecret: true,
    onDone: answer => {
      if (!answer.is_back) return
      start.dismiss()
      onDone(answer.single_sign_on_token)
    },
    // The provider's answer is used up: a new sign-on begins.
    onFailed: () => start.dismiss(),
  })
  const begin = () => {
    finish.dismiss()
    start.send({})
  }
  const opened = start.answered?.answer ?? null
  const { send: ask } = finish
  useEffect(() => (opened === null ? undefined : desk.onSignedOn(() => ask({}))), [desk, opened, ask])

  if (isDone)
    return (
      <p className={styles['done']} role="status">
        <CircleCheck aria-hidden size={16} /> You have signed on. This confirms one change, within five minutes.
      </p>
    )
  const failure = start.failure ?? finish.failure
  const problem = failure === null ? fault : failureMessage(failure)
  return (
    <div className={styles['way']}>
      {opened !== null ? (
        <>
          <p role="status">
            {isBlocked ? (
              <>
                Your browser did not open a window.{' '}
                <a href={opened.location} target="_blank" rel="noreferrer">
                  Open the sign-on
                </a>
                , and come back when you have signed on.
              </>
            ) : finish.answered?.answer.is_back === false ? (
              'Your sign-on has not come back yet.'
            ) : (
              'Sign on in the window that has opened; this goes on by itself then.'
            )}
          </p>
          <div className={styles['buttons']}>
            <Button onPress={() => ask({})} isPending={finish.isPending}>
              I have signed on
            </Button>
            <Button variant="ghost" onPress={begin}>
              Begin again
            </Button>
          </div>
        </>
      ) : (
        <>
          {isOnly ? null : <p className={styles['or']}>or</p>}
          <Button onPress={begin} isPending={start.isPending} autoFocus={autoFocus}>
            Confirm with single sign-on
          </Button>
        </>
      )}
      {problem === undefined ? null : (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
