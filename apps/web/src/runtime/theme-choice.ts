import { THEME_STORAGE_KEY, type ThemeChoice } from '#ui/theme.ts'
import type { KeyValueStorage } from './storage/browser-storage.ts'

/** The theme that a person chose in this browser, the same in every tab (§1.10). */
export interface ThemeChoices {
  current(): ThemeChoice
  choose(theme: ThemeChoice): void
  /** Shows the choice of another tab, which has stored it already. */
  show(theme: ThemeChoice): void
  subscribe(listener: () => void): () => void
}

export interface ThemePorts {
  /** Its storage, under the key that the page reads before its first paint. */
  readonly storage: KeyValueStorage
  /** It was chosen here. */
  readonly onChosen: (theme: ThemeChoice) => void
  /** Shows the page in a theme. */
  readonly apply: (theme: ThemeChoice) => void
}

/** Opens the theme choice. */
export function openThemeChoices({ storage, onChosen, apply }: ThemePorts): ThemeChoices {
  const listeners = new Set<() => void>()
  const stored = storage.getItem(THEME_STORAGE_KEY)
  let theme: ThemeChoice = stored === 'light' || stored === 'dark' ? stored : 'system'
  const show = (chosen: ThemeChoice) => {
    theme = chosen
    apply(chosen)
    for (const listener of listeners) listener()
  }
  return {
    current: () => theme,
    choose: chosen => {
      if (chosen === 'system') storage.removeItem(THEME_STORAGE_KEY)
      else storage.setItem(THEME_STORAGE_KEY, chosen)
      show(chosen)
      onChosen(chosen)
    },
    show,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
