import { expect, test } from 'vitest'
import { distinctNames } from './distinct-names.ts'

test('things of one name are distinguished by their place and id; others keep their name (domain.md)', () => {
  const names = distinctNames([
    { id: 7, name: 'Main', within: 'Gen pop US' },
    { id: 8, name: 'Main', within: 'Gen pop UK' },
    { id: 8, name: 'Main', within: 'Gen pop UK' },
    { id: 9, name: 'Backup', within: 'Gen pop UK' },
    { id: 9, name: 'Backup', within: 'Gen pop UK' },
    { id: 3, name: 'Panel' },
    { id: 4, name: 'Panel' },
  ])
  expect([...names]).toEqual([
    [7, 'Main (Gen pop US, 7)'],
    [8, 'Main (Gen pop UK, 8)'],
    [9, 'Backup'],
    [3, 'Panel (3)'],
    [4, 'Panel (4)'],
  ])
})
