import { describe, expect, test } from 'vitest'
import { draftWords, offerOf } from './draft-offer.ts'

const AT_MS = Date.UTC(2026, 10, 21, 14, 5)
const DRAFT = {
  values: { firstname: 'Grace', role_id: 3 },
  before: { firstname: 'Ada', role_id: 2 },
  atMs: AT_MS,
  hadSecrets: false,
}

describe('the offer of a draft', () => {
  test('the fields that are not so already; nothing when the cut-off save came through', () => {
    expect([
      offerOf(DRAFT, { firstname: 'Ada', role_id: 3 }),
      offerOf(DRAFT, { firstname: 'Grace', role_id: 3 }),
    ]).toEqual([{ values: { firstname: 'Grace' }, atMs: AT_MS, hadSecrets: false, isOverChanges: false }, null])
  })

  test('lists count by their content', () => {
    const draft = { values: { devices: [1, 2] }, before: { devices: [1] }, atMs: AT_MS, hadSecrets: false }
    expect([offerOf(draft, { devices: [1, 2] }), offerOf(draft, { devices: [1] })]).toEqual([
      null,
      { values: { devices: [1, 2] }, atMs: AT_MS, hadSecrets: false, isOverChanges: false },
    ])
  })

  test('its words say from when it is, what the journal does not retain, and what another user changed (§5.27)', () => {
    const offer = { values: {}, atMs: AT_MS, hadSecrets: false, isOverChanges: false }
    expect([
      draftWords(offer, 'user', 'UTC', AT_MS + 60_000),
      draftWords({ ...offer, hadSecrets: true }, 'user', 'UTC', AT_MS + 12 * 3_600_000),
      draftWords(
        { ...offer, isOverChanges: offerOf(DRAFT, { firstname: 'Hedy', role_id: 2 })?.isOverChanges === true },
        'user',
        'UTC',
        AT_MS,
      ),
    ]).toEqual([
      'You have unsaved changes from 14:05.',
      'You have unsaved changes from 21 Nov 2026, 14:05. The password is not stored: type it again.',
      'You have unsaved changes from 14:05. This user was changed since: restoring puts yours in place of that.',
    ])
  })
})
