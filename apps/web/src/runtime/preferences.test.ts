import { expect, test } from 'vitest'
import { openPreferences } from './preferences.ts'
import { memoryStorage } from './storage/browser-storage.ts'

test('each user has preferences of their own, and the same value is the same object', () => {
  const preferences = openPreferences(memoryStorage())
  let changes = 0
  preferences.subscribe(() => void (changes += 1))
  preferences.write(7, 'density', { rows: 'compact' })
  expect([preferences.read(7, 'density'), preferences.read(8, 'density'), changes]).toEqual([
    { rows: 'compact' },
    undefined,
    1,
  ])
  expect(preferences.read(7, 'density')).toBe(preferences.read(7, 'density'))
})

test('a foreign text in the storage counts as none', () => {
  const storage = memoryStorage()
  storage.setItem('desk.preference.7.density', '{')
  expect(openPreferences(storage).read(7, 'density')).toBeUndefined()
})
