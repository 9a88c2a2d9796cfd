import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import type { StatusFacts } from '@desk/schema/statuses/facts'
import { describe, expect, test } from 'vitest'
import { allowedTransitions, liveBlocks } from './judge.ts'
import { READY_SOURCE_FACTS } from '../../tools/samples/status.samples.ts'

const facts = (status: StatusCode, changed: Partial<StatusFacts> = {}): StatusFacts => ({
  ...READY_SOURCE_FACTS,
  status,
  ...changed,
})
const NOTHING_READY: Partial<StatusFacts> = {
  surveyUrlRequired: true,
  surveyUrlValid: false,
  target: 0,
  outOfFieldPassed: true,
  hasPrice: false,
  hasSupplier: false,
  targetReached: true,
}

describe('all that blocks an object from going live (§4.1)', () => {
  test('a draft: everything at once, in order of display (§4.1)', () => {
    expect(liveBlocks(facts(STATUS_CODES.draft, NOTHING_READY))).toEqual([
      'survey_url_missing',
      'target_missing',
      'out_of_field_passed',
      'price_missing',
      'supplier_missing',
    ])
    expect(
      liveBlocks(facts(STATUS_CODES.draft, { ...NOTHING_READY, scope: 'survey', surveyUrlRequired: false })),
    ).toEqual(['target_missing', 'out_of_field_passed', 'price_missing'])
  })

  test('an object that was live before: what resuming needs (§4.1)', () => {
    expect(
      ([STATUS_CODES.paused, STATUS_CODES.autoPaused, STATUS_CODES.complete] as const).map(status =>
        liveBlocks(facts(status, NOTHING_READY)),
      ),
    ).toEqual(Array.from({ length: 3 }, () => ['target_reached', 'out_of_field_passed']))
  })

  test('nothing for a ready or live object, and no transition for a cancelled one (§4.1)', () => {
    expect(
      [STATUS_CODES.draft, STATUS_CODES.paused, STATUS_CODES.live, STATUS_CODES.cancelled].map(status =>
        liveBlocks(facts(status)),
      ),
    ).toEqual([[], [], [], ['not_a_transition']])
  })

  test('the first is what the menu shows (§4.1)', () => {
    for (const status of [1, 2, 3, 4, 5, 6] as const)
      for (const changed of [{}, NOTHING_READY, { parentTerminal: true }]) {
        const row = allowedTransitions(facts(status, changed)).find(({ to }) => to === STATUS_CODES.live)
        expect(liveBlocks(facts(status, changed))[0] ?? null).toBe(row?.reason ?? null)
      }
  })
})
