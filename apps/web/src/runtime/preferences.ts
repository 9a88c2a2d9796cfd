import type { KeyValueStorage } from './storage/browser-storage.ts'

/** A user's preferences: own table views, density, single keys. Stored in this browser per user. */
export interface Preferences {
  read(uid: number, name: string): unknown
  write(uid: number, name: string, value: unknown): void
  subscribe(listener: () => void): () => void
}

/** Opens the preferences over a storage that outlives the tab. Values are JSON. */
export function openPreferences(storage: KeyValueStorage): Preferences {
  const listeners = new Set<() => void>()
  const parsed = new Map<string, { readonly text: string; readonly value: unknown }>()
  const keyOf = (uid: number, name: string) => `desk.preference.${uid}.${name}`
  return {
    read: (uid, name) => {
      const key = keyOf(uid, name)
      const text = storage.getItem(key)
      if (text === null) return undefined
      const known = parsed.get(key)
      // The same text gives the same object, as React asks of a store.
      if (known?.text === text) return known.value
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        value = undefined
      }
      parsed.set(key, { text, value })
      return value
    },
    write: (uid, name, value) => {
      storage.setItem(keyOf(uid, name), JSON.stringify(value))
      for (const listener of listeners) listener()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
