import { expect, test } from 'vitest'
import { memoryStorage } from './storage/browser-storage.ts'
import { openTabs, type TabChannel } from './tabs.ts'
import { openThemeChoices } from './theme-choice.ts'

function tab(storage = memoryStorage()) {
  const posted: unknown[] = []
  const channel: TabChannel = { onmessage: null, postMessage: (message: unknown) => void posted.push(message), close: () => {} }
  const applied: string[] = []
  const choices = openThemeChoices(storage, openTabs(channel), (theme) => void applied.push(theme))
  const hear = (data: unknown) => channel.onmessage?.(new MessageEvent('message', { data }))
  return { choices, posted, applied, storage, hear }
}

test('a theme is shown, kept and told to the other tabs; the system’s leaves nothing behind', () => {
  const { choices, posted, applied, storage } = tab()
  choices.choose('dark')
  const kept = storage.getItem('desk.theme')
  choices.choose('system')
  expect([kept, storage.getItem('desk.theme'), applied, posted]).toEqual([
    'dark',
    null,
    ['dark', 'system'],
    [
      { kind: 'themeChosen', theme: 'dark' },
      { kind: 'themeChosen', theme: 'system' },
    ],
  ])
})

test('the theme of another tab is shown here, and not told again', () => {
  const { choices, posted, applied, hear } = tab()
  hear({ kind: 'themeChosen', theme: 'light' })
  expect([choices.current(), applied, posted]).toEqual(['light', ['light'], []])
})

test('what is kept holds from the start; nonsense is the system’s', () => {
  const dark = memoryStorage()
  dark.setItem('desk.theme', 'dark')
  const pink = memoryStorage()
  pink.setItem('desk.theme', 'pink')
  expect([tab(dark).choices.current(), tab(pink).choices.current()]).toEqual(['dark', 'system'])
})
