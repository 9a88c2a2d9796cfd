import { LEVEL_RULES } from '@desk/schema/defender/levels'
import { expect, test } from 'vitest'
import { draftFaults, draftsOf, settingsOf } from './rule-drafts.ts'

test('rules that are opened and sent are as they were, and one that is not set is left out', () => {
  expect(settingsOf(draftsOf(LEVEL_RULES[4]))).toEqual(LEVEL_RULES[4])
  const [country] = LEVEL_RULES[4].filter(({ rule }) => rule === 'country')
  expect(settingsOf(draftsOf([country!]))).toEqual([country])
})

test('a number outside its range has a fault under its field, and none where the levels decide', () => {
  const [draft] = draftsOf(LEVEL_RULES[3]).filter(({ rule }) => rule === 'duplicate_ip')
  const faults = {
    threshold: 'Threshold of Duplicate IP address must be a whole number from 1 to 1,000',
    window_hours: 'Window of Duplicate IP address must be a whole number from 1 to 720',
  }
  expect(draftFaults({ ...draft!, threshold: '0', windowHours: '' })).toEqual(faults)
  expect(draftFaults({ ...draft!, threshold: 'three', windowHours: '1e9' })).toEqual(faults)
  expect(draftFaults({ ...draft!, mode: 'level', threshold: '0' })).toEqual({ threshold: null, window_hours: null })
})
