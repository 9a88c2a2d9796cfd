import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { useState } from 'react'
import { failureMessage, isRefused } from '#runtime/api/api-error.ts'

/**
 * Gives calls their Idempotency-Keys: a call without an answer may have been performed, so its repeat uses the same key.
 * @param newKey a key that was never given before
 */
export function keysOfAttempts(newKey: () => string) {
  const unanswered = new Map<string, string>()
  return {
    /** @param wanted tells one call from another */
    async under<Answer>(wanted: string, act: (key: string) => Promise<Answer>): Promise<Answer> {
      const key = unanswered.get(wanted) ?? newKey()
      unanswered.set(wanted, key)
      try {
        const answer = await act(key)
        unanswered.delete(wanted)
        return answer
      } catch (failure) {
        // the same key would get the same refusal
        if (isRefused(failure)) unanswered.delete(wanted)
        throw failure
      }
    },
  }
}

/** The calls of a dialog, one at a time. */
export interface Attempts {
  readonly isBusy: boolean
  /** The failure of the last one; null: it did not fail. */
  readonly fault: string | null
  readonly forgetFault: () => void
  /**
   * Runs a call, and keeps its error.
   * @param wanted the whole request as JSON: repeating it uses the same key until an answer comes
   * @param act gets the Idempotency-Key
   */
  readonly attempt: (wanted: unknown, act: (key: string) => Promise<unknown>) => Promise<void>
}

/** Calls that a dialog makes by its buttons. */
export function useAttempt(): Attempts {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [keys] = useState(() => keysOfAttempts(() => crypto.randomUUID()))
  const attempt = async (wanted: unknown, act: (key: string) => Promise<unknown>) => {
    setBusy(true)
    setFault(null)
    await keys.under(canonicalJson(wanted), act).catch((failure: unknown) => setFault(failureMessage(failure)))
    setBusy(false)
  }
  return { isBusy, fault, forgetFault: () => setFault(null), attempt }
}
