import { isRefused } from '#runtime/api/api-error.ts'

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
