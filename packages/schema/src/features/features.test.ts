import { expect, test } from 'vitest'
import { FEATURE_NAMES, FEATURES, featureRefusal, hasFeature } from './features.ts'

test('every feature is on until it is turned off, and names of no feature turn nothing off (§6.10)', () => {
  expect([
    FEATURE_NAMES.filter(name => !hasFeature({}, name)),
    FEATURE_NAMES.filter(name => !hasFeature({ features_off: ['nested_quota', 'of_a_newer_build'] }, name)),
  ]).toEqual([[], ['nested_quota']])
})

test('the features that the specification names are flags (§6.10)', () => {
  expect(FEATURE_NAMES).toEqual(
    expect.arrayContaining([
      'contextual_analysis',
      'recon_indicator',
      'qualification_download',
      'autoswitch',
      'zip_code_limit',
      'defender_export',
      'supplier_account_admin',
      'new_account_creation',
      'supplier_allocation_templates',
      'click_balancing',
      'nested_quota',
    ]),
  )
})

test('each says in a sentence what it takes away', () => {
  expect(FEATURE_NAMES.filter(name => !/^[A-Z].+\.$/.test(FEATURES[name].takesAway))).toEqual([])
  expect(featureRefusal('nested_quota')).toBe('This account has “Nested quotas” turned off.')
})
