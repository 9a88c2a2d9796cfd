import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { isLinkCheck, isUncalled, UncalledHosts } from './link-check.ts'

test('a host is not called where it, or one above it, is listed (day.md §6)', () => {
  const listed = 'surveys.example, Other.Example\nthird.example'
  expect(
    ['surveys.example', 'eu.surveys.example', 'xsurveys.example', 'other.example', 'free.example'].map(host =>
      isUncalled(host, listed),
    ),
  ).toEqual([true, true, false, true, false])
  expect(isUncalled('surveys.example', null)).toBe(false)
})

test('only host names are listed (day.md §6)', () => {
  const isHosts = Schema.is(UncalledHosts)
  expect(['', 'a.example b.example', 'https://a.example', 'a.example/path', 'a'.repeat(2_001)].map(isHosts)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a test respondent of a link check is known by the rid; a supplier’s respondent never is one (day.md §6)', () => {
  expect(
    [
      { is_test: true, rid: 'link-check-1' },
      { is_test: false, rid: 'link-check-1' },
      { is_test: true, rid: 'test-1' },
    ].map(isLinkCheck),
  ).toEqual([true, false, false])
})
