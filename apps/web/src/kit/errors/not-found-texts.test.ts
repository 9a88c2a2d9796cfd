import { expect, test } from 'vitest'
import { NOT_FOUND_TEXT, NOT_FOUND_TITLE } from './not-found-texts.ts'

test('the words for an unknown path (§2.29)', () => {
  expect([NOT_FOUND_TITLE, NOT_FOUND_TEXT]).toEqual([
    'Page not found',
    'Oops! Looks like you followed a bad link. If you think this is a problem with us, please let us know.',
  ])
})
