import { useSyncExternalStore } from 'react'
import type { ThemeChoice } from '#ui/theme.ts'
import { useDesk } from './use-desk.ts'

/** The chosen theme and how to choose another, for every tab of this browser. */
export function useTheme(): readonly [ThemeChoice, (theme: ThemeChoice) => void] {
  const desk = useDesk()
  return [useSyncExternalStore(desk.theme.subscribe, desk.theme.current), desk.theme.choose]
}
