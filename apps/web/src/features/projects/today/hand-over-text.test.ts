import { expect, test } from 'vitest'
import { mailAddress } from './hand-over-text.ts'

test('a mail has the whole note, and of a long one the lines that fit, and says so (docs/decisions/0097)', () => {
  expect(mailAddress('Note\nA & B')).toBe('mailto:?subject=Note&body=Note%0D%0AA%20%26%20B')
  const long = mailAddress(
    ['Note', ...Array.from({ length: 100 }, (_, line) => `- item ${line} of a long queue`)].join('\n'),
  )
  expect(long.length).toBeLessThanOrEqual(1900)
  expect(decodeURIComponent(long)).toMatch(/- item 20 of a long queue\r\n[^]*copy it for the rest\.\)$/)
})
