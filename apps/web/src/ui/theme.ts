/** The choices of theme; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** The storage key of the choice; public/theme-boot.js reads it before the first paint. */
export const THEME_STORAGE_KEY = 'desk.theme'

/**
 * Shows the page in the chosen theme. Keeping the choice is the caller's: remove the stored key for `system`.
 * @param choice what the person chose
 */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}
