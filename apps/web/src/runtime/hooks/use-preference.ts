import { useSyncExternalStore } from 'react'
import { useDesk } from './use-desk.ts'
import { useUser } from './use-session.ts'

/**
 * One preference of the signed-in user.
 * @param name its name, unique in the console: `sources.views`
 * @param fallback the value while nothing valid is stored; give the same object in each render
 * @param isValid says whether the stored value is still of that kind
 */
export function usePreference<T>(
  name: string,
  fallback: T,
  isValid: (kept: unknown) => kept is T,
): readonly [T, (value: T) => void] {
  const desk = useDesk()
  const uid = useUser()?.uid ?? 0
  const kept = useSyncExternalStore(desk.preferences.subscribe, () => desk.preferences.read(uid, name))
  return [isValid(kept) ? kept : fallback, value => desk.preferences.write(uid, name, value)]
}
