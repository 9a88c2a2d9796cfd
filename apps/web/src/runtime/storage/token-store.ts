import type { KeyValueStorage } from './browser-storage.ts'
import { STORAGE_KEYS } from './stored-state.ts'

/** A token and the sign-in that it belongs to: renewals keep the generation, a sign-in, switch or sign-out starts a new one. */
export interface HeldToken {
  readonly token: string | null
  readonly generation: number
}

/** The bearer token of this tab (§1.9, §7.2). No other module reads or writes it. */
export interface TokenStore {
  held(): HeldToken
  /** Keeps the token of a new sign-in or of another account. With `remember` it outlives the tab. */
  start(token: string, remember: boolean): void
  /** Whether the present token outlives the tab. */
  isRemembered(): boolean
  /** Replaces the token by the one that an answer renewed (§7.4); an answer to an earlier sign-in changes nothing. */
  renew(token: string, generation: number): boolean
  /** Removes the token everywhere (§4.8). */
  clear(): void
  /** Calls `listener` after each renewal, with the new token and the one it replaces. */
  onRenewed(listener: (token: string, replaces: string) => void): void
}

/**
 * Opens the token store. A tab without a token takes the remembered one for its own; from then on only its own counts:
 * a token that another tab remembers changes nothing here before its message arrives (§1.10).
 * @param ofTab ends with the tab (sessionStorage)
 * @param ofBrowser outlives it (localStorage), holds the token only when the person asked to be remembered
 */
export function openTokenStore(ofTab: KeyValueStorage, ofBrowser: KeyValueStorage): TokenStore {
  const key = STORAGE_KEYS.accessToken
  let generation = 0
  const listeners = new Set<(token: string, replaces: string) => void>()
  const isRemembered = () => ofBrowser.getItem(key) !== null
  const remembered = ofBrowser.getItem(key)
  if (remembered !== null && ofTab.getItem(key) === null) ofTab.setItem(key, remembered)
  return {
    isRemembered,
    held: () => ({ token: ofTab.getItem(key), generation }),
    start: (token, remember) => {
      generation += 1
      ofTab.setItem(key, token)
      if (remember) ofBrowser.setItem(key, token)
      else ofBrowser.removeItem(key)
    },
    renew: (token, ofGeneration) => {
      const replaces = ofTab.getItem(key)
      if (ofGeneration !== generation || replaces === null) return false
      ofTab.setItem(key, token)
      if (isRemembered()) ofBrowser.setItem(key, token)
      for (const listener of listeners) listener(token, replaces)
      return true
    },
    clear: () => {
      generation += 1
      ofTab.removeItem(key)
      ofBrowser.removeItem(key)
    },
    onRenewed: listener => void listeners.add(listener),
  }
}
