import { expect, test } from 'vitest'
import { memoryStorage } from './storage/browser-storage.ts'
import { openThemeChoices } from './theme-choice.ts'

function tab(storage = memoryStorage()) {
  const told: string[] = []
  const applied: string[] = []
  const choices = openThemeChoices({
    storage,
    onChosen: theme => void told.push(theme),
    apply: theme => void applied.push(theme),
  })
  return { choices, told, applied, storage }
}

test('a theme is shown, stored and sent to other tabs; the system’s leaves nothing behind', () => {
  const { choices, told, applied, storage } = tab()
  choices.choose('dark')
  const kept = storage.getItem('desk.theme')
  choices.choose('system')
  expect([kept, storage.getItem('desk.theme'), applied, told]).toEqual([
    'dark',
    null,
    ['dark', 'system'],
    ['dark', 'system'],
  ])
})

test('the theme of another tab is shown here, and not sent again', () => {
  const { choices, told, applied } = tab()
  choices.show('light')
  expect([choices.current(), applied, told]).toEqual(['light', ['light'], []])
})

test('a stored theme holds from the start; nonsense is the system’s', () => {
  const dark = memoryStorage()
  dark.setItem('desk.theme', 'dark')
  const pink = memoryStorage()
  pink.setItem('desk.theme', 'pink')
  expect([tab(dark).choices.current(), tab(pink).choices.current()]).toEqual(['dark', 'system'])
})
