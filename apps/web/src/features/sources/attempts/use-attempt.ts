import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { keysOfAttempts } from './keys-of-attempts.ts'

/** What a dialog does, one after the other. */
export interface Attempts {
  readonly isBusy: boolean
  /** What the last one failed with; null: it did not. */
  readonly fault: string | null
  readonly forgetFault: () => void
  /**
   * Does something, and keeps what it fails with.
   * @param wanted all that it is made of, as JSON: the same asked for again goes under the same key while no answer came
   * @param act gets the key that makes it once, however often it is sent
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
