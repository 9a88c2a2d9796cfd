import { canonicalJson, hash64 } from '@desk/machines/journal/fingerprint'
import type { KeyValueStorage } from '../storage/browser-storage.ts'

const STORED_AS = 'desk.act_keys'
/** More unanswered acts than this are not remembered: the oldest goes. */
const MOST = 20

/** The idempotency keys of acts without an answer. */
export interface ActKeys {
  /** The key of an act: the one of its unanswered attempt, also before a reload of the page, else a new one. The key of a secret is not remembered. */
  readonly keyFor: (call: string, request: unknown, isSecret?: boolean) => string
  /** The server has answered: the same act is a new intention from now on. */
  readonly forget: (key: string) => void
}

function read(storage: KeyValueStorage): readonly (readonly [string, string])[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter(
          (pair): pair is readonly [string, string] =>
            Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string',
        )
      : []
  } catch {
    return []
  }
}

const holdsFile = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && 'payload' in request && request.payload instanceof FormData

/**
 * Remembers the keys of unanswered acts in the tab's storage.
 * @param newKey makes a key that was never used before
 */
export function openActKeys(storage: KeyValueStorage, newKey: () => string): ActKeys {
  const write = (pairs: readonly (readonly [string, string])[]) => {
    if (pairs.length === 0) storage.removeItem(STORED_AS)
    else storage.setItem(STORED_AS, JSON.stringify(pairs))
  }
  return {
    keyFor: (call, request, isSecret = false) => {
      // Two files look the same to a hash of plain data: each upload is an intention of its own.
      if (isSecret || holdsFile(request)) return newKey()
      const content = hash64(canonicalJson([call, request]))
      const pairs = read(storage)
      const known = pairs.find(([of]) => of === content)
      if (known !== undefined) return known[1]
      const key = newKey()
      write([...pairs, [content, key] as const].slice(-MOST))
      return key
    },
    forget: key => {
      const pairs = read(storage)
      const rest = pairs.filter(([, other]) => other !== key)
      if (rest.length < pairs.length) write(rest)
    },
  }
}
