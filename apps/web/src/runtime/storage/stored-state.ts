import type { KeyValueStorage } from './browser-storage.ts'

/** Names of what the browser keeps for a session (§1.9). */
export const STORAGE_KEYS = {
  accessToken: 'desk.access_token',
  rememberMe: 'desk.remember_me',
  loginDetails: 'desk.login_details',
  linkRedirectError: 'desk.link_redirect_error',
  accountSwitch: 'desk.account_switch',
  reconciliationTimeoutDelay: 'desk.reconciliation_timeout_delay',
} as const

/** The details that a sign-in or switch leaves for the session start that follows its reload (§4.6, §4.9). */
export interface LoginDetails {
  /** The parent of the account that was signed in to. */
  readonly login_pm_parent_dsh_ud: number | null
}

/** Why a link could not be followed (§2.31). */
export interface LinkRedirectError {
  readonly message: string
  /** The account that it leads to, when that is another one of the user's own. */
  readonly pm_dsh_ud: number | null
}

/** Milliseconds that a reconciliation call may take before it counts as lost, when nothing is stored. */
export const RECONCILIATION_TIMEOUT_DELAY_MS = 120_000

/** The browser's stored state without the token (§1.9). Remember-me outlives the tab; the rest ends with it. */
export interface StoredState {
  rememberMe(): boolean
  setRememberMe(isOn: boolean): void
  loginDetails(): LoginDetails | null
  setLoginDetails(details: LoginDetails): void
  isAccountSwitched(): boolean
  setAccountSwitched(isSwitched: boolean): void
  /** Why a link could not be followed: shown once where one lands, and gone when read. */
  takeLinkRedirectError(): LinkRedirectError | null
  setLinkRedirectError(error: LinkRedirectError): void
  reconciliationTimeoutDelayMs(): number
  setReconciliationTimeoutDelayMs(delayMs: number): void
  /** Removes at sign-out, in addition to the token (§4.8): login details and the switch flag. */
  clearSession(): void
}

function readLoginDetails(text: string | null): LoginDetails | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { login_pm_parent_dsh_ud: parent } = value as { readonly [Key in keyof LoginDetails]?: unknown }
    return parent === null || (typeof parent === 'number' && Number.isInteger(parent))
      ? { login_pm_parent_dsh_ud: parent }
      : null
  } catch {
    return null
  }
}

/**
 * Opens what the browser keeps.
 * @param ofTab ends with the tab (sessionStorage)
 * @param ofBrowser outlives it (localStorage)
 */
export function openStoredState(ofTab: KeyValueStorage, ofBrowser: KeyValueStorage): StoredState {
  const setFlag = (storage: KeyValueStorage, key: string, isOn: boolean) =>
    isOn ? storage.setItem(key, '1') : storage.removeItem(key)
  return {
    rememberMe: () => ofBrowser.getItem(STORAGE_KEYS.rememberMe) === '1',
    setRememberMe: isOn => setFlag(ofBrowser, STORAGE_KEYS.rememberMe, isOn),
    loginDetails: () => readLoginDetails(ofTab.getItem(STORAGE_KEYS.loginDetails)),
    setLoginDetails: ({ login_pm_parent_dsh_ud }) =>
      ofTab.setItem(STORAGE_KEYS.loginDetails, JSON.stringify({ login_pm_parent_dsh_ud })),
    isAccountSwitched: () => ofTab.getItem(STORAGE_KEYS.accountSwitch) === '1',
    setAccountSwitched: isSwitched => setFlag(ofTab, STORAGE_KEYS.accountSwitch, isSwitched),
    takeLinkRedirectError: () => {
      const stored = ofTab.getItem(STORAGE_KEYS.linkRedirectError)
      ofTab.removeItem(STORAGE_KEYS.linkRedirectError)
      if (stored === null) return null
      const [message = '', account] = stored.split('\n')
      return { message, pm_dsh_ud: Number(account) || null }
    },
    setLinkRedirectError: ({ message, pm_dsh_ud }) =>
      ofTab.setItem(STORAGE_KEYS.linkRedirectError, pm_dsh_ud === null ? message : `${message}\n${pm_dsh_ud}`),
    reconciliationTimeoutDelayMs: () => {
      const delayMs = Number(ofTab.getItem(STORAGE_KEYS.reconciliationTimeoutDelay) ?? Number.NaN)
      return Number.isFinite(delayMs) && delayMs > 0 ? delayMs : RECONCILIATION_TIMEOUT_DELAY_MS
    },
    setReconciliationTimeoutDelayMs: delayMs => ofTab.setItem(STORAGE_KEYS.reconciliationTimeoutDelay, String(delayMs)),
    clearSession: () => {
      ofTab.removeItem(STORAGE_KEYS.loginDetails)
      ofTab.removeItem(STORAGE_KEYS.accountSwitch)
    },
  }
}
