import { DOCUMENT_MAX_BYTES, PROJECT_DOCUMENTS_MAX_BYTES } from '@desk/schema/documents/document'
import { expect, test } from 'vitest'
import { sizeText } from './document-words.ts'

test('a size is counted by thousands, as its unit says and as the limits are (settlement.md §3)', () => {
  expect(
    [0, 1, 999, 1_000, 1_024, 1_049, 99_949, 999_499, 999_500, 1_048_576, 2_500_000_000_000].map(sizeText),
  ).toEqual(['0 bytes', '1 byte', '999 bytes', '1 kB', '1 kB', '1 kB', '99.9 kB', '999 kB', '1 MB', '1 MB', '2,500 GB'])
  expect([DOCUMENT_MAX_BYTES, DOCUMENT_MAX_BYTES + 1, PROJECT_DOCUMENTS_MAX_BYTES].map(sizeText)).toEqual([
    '100 MB',
    '100 MB',
    '2 GB',
  ])
})
