import type { ApiClient } from '../api/api-client.ts'
import { ApiError, failureMessage } from '../api/api-error.ts'

/** What the sign-in page asks for after a right password of a user with a second factor. */
export interface FactorQuestion {
  /** What was wrong with the code before. */
  readonly problem: string | null
  readonly isSending: boolean
}

/** The second step of a sign-in. Challenge, code and token are secrets on their way: they stay here, and no machine sees them. */
export interface FactorStep {
  /** Null while no code is wanted. */
  readonly question: () => FactorQuestion | null
  /** Calls `listener` at each change of the question, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Tries a code of the authenticator app, or a recovery code. */
  readonly give: (code: string) => void
  readonly giveUp: () => void
  /**
   * Asks for codes until one is right.
   * @param challenge what the right password was answered
   * @returns the session's token
   * @throws ApiError when the sign-in is over: too late, too many codes, or given up
   */
  readonly ask: (challenge: string) => Promise<string>
}

interface Asked {
  readonly challenge: string
  readonly resolve: (token: string) => void
  readonly reject: (failure: unknown) => void
}

/** The sign-in has to begin again; any other failure leaves the question open. */
const isOver = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 401

/** Opens the second step, in which nothing is asked yet. */
export function openFactorStep(api: ApiClient): FactorStep {
  const listeners = new Set<() => void>()
  let asked: Asked | null = null
  let question: FactorQuestion | null = null
  const show = (next: FactorQuestion | null) => {
    question = next
    for (const listener of listeners) listener()
  }
  const end = (failure: unknown) => {
    asked?.reject(failure)
    asked = null
    show(null)
  }
  const giveUp = () => end(new ApiError({ status: 0, message: 'No code was given. Sign in again to try once more.' }))

  return {
    question: () => question,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    give: (code) => {
      const of = asked
      if (of === null || question?.isSending !== false) return
      show({ problem: null, isSending: true })
      api.call('signIn.giveSecondFactor', { payload: { challenge: of.challenge, code } }).then(
        ({ AccessToken }) => {
          if (asked !== of) return
          asked = null
          show(null)
          of.resolve(AccessToken)
        },
        (failure: unknown) => {
          if (asked !== of) return
          if (isOver(failure)) end(failure)
          else show({ problem: failureMessage(failure), isSending: false })
        },
      )
    },
    giveUp,
    ask: (challenge) => {
      if (asked !== null) giveUp()
      return new Promise((resolve, reject) => {
        asked = { challenge, resolve, reject }
        show({ problem: null, isSending: false })
      })
    },
  }
}
