import { applyTheme, THEME_STORAGE_KEY, type ThemeChoice } from '../ui/theme.ts'
import type { KeyValueStorage } from './storage/browser-storage.ts'
import type { Tabs } from './tabs.ts'

/** The theme that a person chose in this browser, the same in every tab (§1.10). */
export interface ThemeChoices {
  current(): ThemeChoice
  choose(theme: ThemeChoice): void
  subscribe(listener: () => void): () => void
}

/**
 * Opens the theme choice.
 * @param storage where it is kept, under the key that the page reads before its first paint
 * @param apply shows the page in a theme
 */
export function openThemeChoices(storage: KeyValueStorage, tabs: Tabs, apply: (theme: ThemeChoice) => void = applyTheme): ThemeChoices {
  const listeners = new Set<() => void>()
  const stored = storage.getItem(THEME_STORAGE_KEY)
  let theme: ThemeChoice = stored === 'light' || stored === 'dark' ? stored : 'system'
  const show = (chosen: ThemeChoice) => {
    theme = chosen
    apply(chosen)
    for (const listener of listeners) listener()
  }
  tabs.listen((message) => {
    if (message.kind === 'themeChosen') show(message.theme)
  })
  return {
    current: () => theme,
    choose: (chosen) => {
      if (chosen === 'system') storage.removeItem(THEME_STORAGE_KEY)
      else storage.setItem(THEME_STORAGE_KEY, chosen)
      show(chosen)
      tabs.post({ kind: 'themeChosen', theme: chosen })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
