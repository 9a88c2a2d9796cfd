import { expect, test } from 'vitest'
import { DEFENDER_RULES } from '../respondents/door-rules.ts'
import { reasonLabel } from '../reconciliation/reasons.ts'
import { reasonOfRules, reviewState, type ReviewDecision } from './review.ts'

test('a flagged complete is pending, as its reviewers agree, or disputed: for every choice of up to three reviewers (§2.27)', () => {
  const said: readonly (ReviewDecision | null)[] = [null, 'confirmed', 'dismissed']
  const states = said.flatMap(a =>
    said.flatMap(b =>
      said.map(c => {
        const decisions = [a, b, c].flatMap(decision => decision ?? [])
        const expected =
          decisions.length === 0
            ? 'pending'
            : !decisions.includes('dismissed')
              ? 'confirmed'
              : !decisions.includes('confirmed')
                ? 'dismissed'
                : 'disputed'
        return [reviewState(decisions), expected]
      }),
    ),
  )
  expect(states.map(([state]) => state)).toEqual(states.map(([, expected]) => expected))
  expect(new Set(states.map(([state]) => state)).size).toBe(4)
})

test('every rule gives a reason that a reject list may have; the most telling one of several', () => {
  expect(DEFENDER_RULES.map(rule => reasonLabel(reasonOfRules([rule]))).filter(label => label === null)).toEqual([])
  expect([reasonOfRules(['country', 'speeder']), reasonOfRules(['country']), reasonOfRules([])]).toEqual([
    933, 930, 930,
  ])
})
