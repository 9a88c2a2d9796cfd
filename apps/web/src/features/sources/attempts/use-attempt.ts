import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { keysOfAttempts } from './keys-of-attempts.ts'

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
