import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('initials are the first letters of both names', () => {
  expect([
    initialsOf('ana', 'silva'),
    initialsOf(' Ana ', ''),
    initialsOf('', ''),
    initialsOf('Élodie', '𝒵ed'),
  ]).toEqual(['AS', 'A', '?', 'É𝒵'])
})
