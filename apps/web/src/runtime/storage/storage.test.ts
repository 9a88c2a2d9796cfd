import { describe, expect, test } from 'vitest'
import { memoryStorage, storageOrMemory, type KeyValueStorage } from './browser-storage.ts'
import { openStoredState, STORAGE_KEYS } from './stored-state.ts'
import { openTokenStore } from './token-store.ts'

function watched() {
  const held = new Map<string, string>()
  const storage: KeyValueStorage = {
    getItem: key => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: key => void held.delete(key),
  }
  return { storage, content: () => Object.fromEntries(held) }
}

describe('what the browser keeps', () => {
  test('six things, each under its own name, remember-me and reconciliation timeout delay among them (§1.9, §9.14)', () => {
    const tab = watched()
    const browser = watched()
    const stored = openStoredState(tab.storage, browser.storage)
    openTokenStore(tab.storage, browser.storage).start('t0k3n', false)
    stored.setRememberMe(true)
    stored.setLoginDetails({ login_pm_parent_dsh_ud: 3 })
    stored.setLinkRedirectError({ message: 'The link has expired.', pm_dsh_ud: 3 })
    stored.setAccountSwitched(true)
    stored.setReconciliationTimeoutDelayMs(90_000)
    expect({ tab: tab.content(), browser: browser.content() }).toEqual({
      tab: {
        [STORAGE_KEYS.accessToken]: 't0k3n',
        [STORAGE_KEYS.loginDetails]: '{"login_pm_parent_dsh_ud":3}',
        [STORAGE_KEYS.linkRedirectError]: 'The link has expired.\n3',
        [STORAGE_KEYS.accountSwitch]: '1',
        [STORAGE_KEYS.reconciliationTimeoutDelay]: '90000',
      },
      browser: { [STORAGE_KEYS.rememberMe]: '1' },
    })
  })

  test('is read back; a link error once (§1.9)', () => {
    const stored = openStoredState(memoryStorage(), memoryStorage())
    stored.setLoginDetails({ login_pm_parent_dsh_ud: null })
    stored.setLinkRedirectError({ message: 'The link has expired.', pm_dsh_ud: 3 })
    stored.setAccountSwitched(true)
    stored.setReconciliationTimeoutDelayMs(90_000)
    expect([
      stored.rememberMe(),
      stored.loginDetails(),
      stored.isAccountSwitched(),
      stored.takeLinkRedirectError(),
      stored.takeLinkRedirectError(),
      stored.reconciliationTimeoutDelayMs(),
    ]).toEqual([
      false,
      { login_pm_parent_dsh_ud: null },
      true,
      { message: 'The link has expired.', pm_dsh_ud: 3 },
      null,
      90_000,
    ])
  })

  test('a link error that belongs to no account of one’s own is its text alone (§1.9)', () => {
    const tab = memoryStorage()
    const stored = openStoredState(tab, memoryStorage())
    stored.setLinkRedirectError({ message: 'The link has expired.', pm_dsh_ud: null })
    expect([tab.getItem(STORAGE_KEYS.linkRedirectError), stored.takeLinkRedirectError()]).toEqual([
      'The link has expired.',
      { message: 'The link has expired.', pm_dsh_ud: null },
    ])
  })

  test.each(['', 'nonsense', '[]', '{}', '{"login_pm_parent_dsh_ud":"x"}', 'null'])(
    'foreign login details (%j) count as none (§1.9)',
    text => {
      const tab = memoryStorage()
      tab.setItem(STORAGE_KEYS.loginDetails, text)
      expect(openStoredState(tab, memoryStorage()).loginDetails()).toBeNull()
    },
  )

  test('sign-out removes token, login details and switch flag, and leaves the rest (§4.8)', () => {
    const tab = watched()
    const browser = watched()
    const stored = openStoredState(tab.storage, browser.storage)
    const tokens = openTokenStore(tab.storage, browser.storage)
    tokens.start('t0k3n', true)
    stored.setRememberMe(true)
    stored.setLoginDetails({ login_pm_parent_dsh_ud: 3 })
    stored.setAccountSwitched(true)
    stored.setReconciliationTimeoutDelayMs(90_000)
    tokens.clear()
    stored.clearSession()
    expect({ tab: tab.content(), browser: browser.content() }).toEqual({
      tab: { [STORAGE_KEYS.reconciliationTimeoutDelay]: '90000' },
      browser: { [STORAGE_KEYS.rememberMe]: '1' },
    })
  })

  test('where storage is blocked, memory takes its place', () => {
    const storage = storageOrMemory(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    storage.setItem('a', '1')
    expect(storage.getItem('a')).toBe('1')
  })
})

describe('the token', () => {
  test('is stored for the tab only, unless the person asks to be remembered (§1.9, §7.2)', () => {
    const tab = watched()
    const browser = watched()
    const tokens = openTokenStore(tab.storage, browser.storage)
    tokens.start('of the tab', false)
    const forTab = [tab.content(), browser.content()]
    tokens.start('remembered', true)
    const key = STORAGE_KEYS.accessToken
    expect([...forTab, tab.content(), browser.content()]).toEqual([
      { [key]: 'of the tab' },
      {},
      { [key]: 'remembered' },
      { [key]: 'remembered' },
    ])
  })

  test('a remembered token signs a new tab in (§1.9)', () => {
    const browser = memoryStorage()
    openTokenStore(memoryStorage(), browser).start('remembered', true)
    expect(openTokenStore(memoryStorage(), browser).held().token).toBe('remembered')
  })

  test('a token that another tab remembers is not used here before its message reaches this tab (§1.10)', () => {
    const browser = memoryStorage()
    const mine = openTokenStore(memoryStorage(), browser)
    mine.start('mine', true)
    const fresh = openTokenStore(memoryStorage(), browser)
    const theirs = openTokenStore(memoryStorage(), browser)
    theirs.start('theirs', true)
    expect([mine, fresh, theirs].map(tokens => tokens.held().token)).toEqual(['mine', 'mine', 'theirs'])
  })

  test('a renewal replaces it where it is stored, one for an earlier sign-in changes nothing (§7.4)', () => {
    const browser = memoryStorage()
    const tokens = openTokenStore(memoryStorage(), browser)
    tokens.start('first', true)
    const { generation } = tokens.held()
    expect(tokens.renew('second', generation)).toBe(true)
    expect([tokens.held(), browser.getItem(STORAGE_KEYS.accessToken)]).toEqual([
      { token: 'second', generation },
      'second',
    ])
    tokens.start('other account', true)
    expect(tokens.renew('third', generation)).toBe(false)
    expect(tokens.held()).toEqual({ token: 'other account', generation: generation + 1 })
  })
})
