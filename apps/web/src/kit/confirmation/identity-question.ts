import type { Confirmation } from '@desk/schema/users/confirmation'
import { isTriedAgain, NotConfirmed } from './not-confirmed.ts'

/** A call that waits until the user has confirmed who makes it. */
export interface IdentityQuestion<Answer> {
  /** Makes the call with the given confirmation; throws when it may be tried again. */
  readonly attempt: (confirmation: Confirmation) => Promise<void>
  /**
   * The user declines: `answer` is refused with NotConfirmed. A call on its way stays so, whatever a dialog still lets
   * through.
   */
  readonly giveUp: () => void
  /** The result of the call, or the reason of its failure. */
  readonly answer: Promise<Answer>
}

/** Asks once. @param settled The question is over, however it ended; comes before `answer` does. */
export function askIdentity<Answer>(
  call: (confirmation: Confirmation) => Promise<Answer>,
  settled: () => void,
): IdentityQuestion<Answer> {
  let resolve!: (answer: Answer) => void
  let reject!: (why: unknown) => void // both set by the promise at once
  const answer = new Promise<Answer>((answered, refused) => {
    resolve = answered
    reject = refused
  })
  let isSending = false
  return {
    answer,
    attempt: async confirmation => {
      if (isSending) return
      isSending = true
      try {
        const given = await call(confirmation)
        settled()
        resolve(given)
      } catch (failure) {
        if (isTriedAgain(failure)) throw failure
        settled()
        reject(failure)
      } finally {
        isSending = false
      }
    },
    giveUp: () => {
      if (isSending) return
      settled()
      reject(new NotConfirmed())
    },
  }
}
