/** The part of the browser's Storage that the client uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A storage that lives as long as the page. */
export function memoryStorage(): KeyValueStorage {
  const held = new Map<string, string>()
  return {
    getItem: key => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: key => void held.delete(key),
  }
}

/**
 * Gives the browser's storage, or one in memory where it is blocked or full: signing in must work in either case.
 * @param open reads the storage object; reading it already throws where it is blocked
 */
export function storageOrMemory(open: () => KeyValueStorage): KeyValueStorage {
  try {
    const storage = open()
    const probe = 'desk.probe'
    storage.setItem(probe, '1')
    storage.removeItem(probe)
    return storage
  } catch {
    return memoryStorage()
  }
}
