import { expect, test } from 'vitest'
import { ownBuildDate } from './own-build-date.ts'

test('the page says of which build it is, where the gateway has written it in (§3.38, §4.10)', () => {
  const page = (content: string | null) =>
    ({
      querySelector: (selector: string) =>
        selector === 'meta[name="build-date"]' && content !== null
          ? { getAttribute: (name: string) => (name === 'content' ? content : null) }
          : null,
    }) as unknown as Document // all that is asked of it
  expect([ownBuildDate(page('2026-11-01T08:00:00.000Z')), ownBuildDate(page(null))]).toEqual([
    '2026-11-01T08:00:00.000Z',
    null,
  ])
})
