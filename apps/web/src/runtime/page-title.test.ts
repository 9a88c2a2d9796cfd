import { expect, test } from 'vitest'
import { documentTitle } from './page-title.ts'

test("the document's title is the app title, 'Projects' by default, followed by the suffix (§2.33)", () => {
  expect([documentTitle(null, 'Sample Desk'), documentTitle('Tea study', 'Acme')]).toEqual([
    'Projects | Sample Desk',
    'Tea study | Acme',
  ])
})
