import { actMachine } from '@desk/machines/act/act.machine'
import type { Confirmation } from '@desk/schema/users/confirmation'
import { failureMessage, requestIdOf } from '#runtime/api/api-error.ts'
import type { ActDesk } from '#runtime/acts/open-act.ts'
import { run, type Runner } from '#runtime/runner.ts'
import { isTriedAgain, NotConfirmed } from './not-confirmed.ts'

/** A call that waits until the user has confirmed who makes it; the journal has its attempts, without the confirmation. */
export interface IdentityQuestion<Answer> {
  readonly runner: Runner<typeof actMachine>
  /** Why the last attempt failed; null: it did not. */
  readonly failure: () => unknown
  /** Makes the call with the given confirmation. */
  readonly attempt: (confirmation: Confirmation) => void
  /** Forgets the failure: the user gives another confirmation. */
  readonly reset: () => void
  /** The user declines: `answer` is refused with NotConfirmed. A call on its way stays so, whatever a dialog still lets through. */
  readonly giveUp: () => void
  /** The result of the call, or the reason of its failure. */
  readonly answer: Promise<Answer>
}

const QUESTION = {
  type: 'act.requested',
  call: 'confirmation',
  rows: 1,
  needsPreview: false,
  question: {
    title: 'Confirm your identity',
    lines: ['This protects the account when you leave your desk.'],
    confirmLabel: 'Confirm',
    tone: 'neutral',
  },
} as const

/** Asks once. @param settled The question is over, however it ended; comes before `answer` does. */
export function askIdentity<Answer>(
  recorder: ActDesk['recorder'],
  call: (confirmation: Confirmation) => Promise<Answer>,
  settled: () => void,
): IdentityQuestion<Answer> {
  let resolve!: (answer: Answer) => void
  let reject!: (why: unknown) => void // both set by the promise at once
  const answer = new Promise<Answer>((answered, refused) => {
    resolve = answered
    reject = refused
  })
  let given: Confirmation = {}
  let failure: unknown = null
  const end = () => {
    runner.send({ type: 'act.dismissed' })
    settled()
  }
  const runner: Runner<typeof actMachine> = run(recorder.instanceOf('act'), actMachine, {
    recorder,
    handlers: {
      preview: () => undefined, // it has none
      send: ({ attemptNo }, send) => {
        failure = null
        call(given).then(
          result => {
            send({ type: 'act.answered', attemptNo, done: 1, failed: 0, canUndo: false, question: null })
            end()
            resolve(result)
          },
          (reason: unknown) => {
            failure = reason
            send({ type: 'act.refused', attemptNo, message: failureMessage(reason), ...requestIdOf(reason) })
            if (isTriedAgain(reason)) return
            end()
            reject(reason)
          },
        )
      },
    },
  })
  runner.send(QUESTION)
  return {
    runner,
    failure: () => failure,
    answer,
    attempt: confirmation => {
      // an attempt that is under way counts
      if (runner.getSnapshot().matches('sending')) return
      given = confirmation
      // the waiting call has a key of its own
      const key = ''
      if (runner.getSnapshot().matches('confirming')) runner.send({ type: 'act.confirmed', key, digest: null })
      else runner.send({ type: 'act.retryRequested', key })
    },
    reset: () => {
      failure = null
      runner.send(QUESTION)
    },
    giveUp: () => {
      if (runner.getSnapshot().matches('sending')) return
      end()
      reject(new NotConfirmed())
    },
  }
}
