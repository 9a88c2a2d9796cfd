import { describe, expect, test } from 'vitest'
import { NO_SUPPLIER, rulesInForce, type RuleSettings, type SupplierSecurity } from './in-force.ts'
import { LEVEL_RULES, NO_RULES, SECURITY_LEVELS, type SecurityLevel } from './levels.ts'
import type { RuleSetting } from './rules.ts'

const NOTHING: RuleSettings = { survey: [], project: [], account: [] }
const of = (
  level: SecurityLevel,
  settings: Partial<RuleSettings> = {},
  tokenThreshold: number | null = null,
  own: Partial<SupplierSecurity> = {},
) =>
  rulesInForce(
    { ...NOTHING, ...settings },
    { ...NO_SUPPLIER, level, activityEnabled: tokenThreshold !== null, tokenThreshold, ...own },
  ).map(({ rule, mode, threshold, window_hours: hours, setBy }) =>
    `${rule} ${mode} ${[threshold, hours].filter(number => number !== null).join('/')} ${setBy}`.replace('  ', ' '),
  )
const COUNTRY: RuleSetting = { rule: 'country', mode: 'refuse', threshold: null, window_hours: null }
const WATCHED: RuleSetting = { rule: 'activity_watch', mode: 'shadow', threshold: 9, window_hours: null }
const OFF = (rule: RuleSetting['rule']): RuleSetting => ({ rule, mode: 'off', threshold: 1, window_hours: 24 })

describe('the security levels (§9.7)', () => {
  test('are seven, as the lookup names them (§9.7)', () => {
    expect(Object.values(SECURITY_LEVELS)).toEqual([
      'None (CATI only)',
      'Minimal',
      'Balanced',
      'Most robust',
      'Custom for advanced',
      'Thresholds saved as account default',
      'Tailored per supplier',
    ])
  })

  test.each<[SecurityLevel, string[]]>([
    [1, []],
    [2, ['duplicate_rid refuse 24 level_2', 'duplicate_fingerprint refuse 1/24 level_2']],
    [
      3,
      [
        'duplicate_rid refuse 24 level_3',
        'duplicate_fingerprint refuse 1/24 level_3',
        'duplicate_ip refuse 3/24 level_3',
        'activity refuse 70 level_3',
        'activity_watch shadow 25 level_3',
        'country shadow level_3',
        'datacentre shadow level_3',
        'fingerprint_missing shadow level_3',
        'many_addresses shadow 20 level_3',
        'burst shadow 10 level_3',
        'ghost refuse 10 level_3',
        'speeder shadow 3 level_3',
      ],
    ],
    [
      4,
      [
        'duplicate_rid refuse 720 level_4',
        'duplicate_fingerprint refuse 1/720 level_4',
        'duplicate_ip refuse 1/24 level_4',
        'activity refuse 50 level_4',
        'activity_watch shadow 25 level_4',
        'country refuse level_4',
        'datacentre refuse level_4',
        'fingerprint_missing shadow level_4',
        'many_addresses shadow 20 level_4',
        'burst shadow 10 level_4',
        'ghost refuse 10 level_4',
        'speeder shadow 3 level_4',
        'straight_lining shadow 80 level_4',
        'open_ends shadow 80 level_4',
        'text_analytics shadow 80 level_4',
        'bot_score shadow 80 level_4',
      ],
    ],
  ])('level %i judges by its preset (§9.7)', (level, rules) => {
    expect(of(level)).toEqual(rules)
  })

  test('level 5 records what level 4 judges by, and refuses by what the project sets (§9.7)', () => {
    expect(rulesInForce(NOTHING, { ...NO_SUPPLIER, level: 5 })).toEqual(
      LEVEL_RULES[4].map(rule => ({ ...rule, mode: 'shadow', setBy: 'level_5' })),
    )
    expect(of(5, { project: [COUNTRY] })).toContain('country refuse project')
  })

  test('level 6 judges as the account’s default says, and by nothing before it was saved (§9.7)', () => {
    expect(of(6, { account: [COUNTRY, OFF('datacentre')] })).toEqual(['country refuse account'])
    expect([of(6), of(6, { account: NO_RULES })]).toEqual([[], []])
  })

  test('level 7 judges activity by the supplier’s Token Threshold, the rest as the account (§5.17, §9.7)', () => {
    const account = [COUNTRY, { ...WATCHED, rule: 'activity' as const }]
    expect(of(7, { account }, 12)).toEqual(['activity refuse 12 supplier', 'country refuse account'])
    expect(of(7, { account })).toEqual(['country refuse account'])
  })

  test('level 7 judges a signed return by the supplier’s Language Threshold and Threat Level (§5.17)', () => {
    expect(of(7, {}, null, { languageThreshold: 60, threatLevel: 0 })).toEqual([
      'text_analytics refuse 60 supplier',
      'bot_score refuse 0 supplier',
    ])
    expect(
      of(3, {}, null, { languageThreshold: 60, threatLevel: 0 }).filter(rule => rule.endsWith('supplier')),
    ).toEqual([])
  })
})

describe('of each rule', () => {
  test('the project’s setting goes before the supplier’s level, and the survey’s before both', () => {
    const project = [OFF('duplicate_fingerprint'), OFF('duplicate_ip'), WATCHED]
    const survey = [COUNTRY, OFF('activity'), { ...OFF('duplicate_ip'), mode: 'shadow' as const }]
    expect(of(3, { project, survey })).toEqual([
      'duplicate_rid refuse 24 level_3',
      'duplicate_ip shadow 1/24 survey',
      'activity_watch shadow 9 project',
      'country refuse survey',
      'datacentre shadow level_3',
      'fingerprint_missing shadow level_3',
      'many_addresses shadow 20 level_3',
      'burst shadow 10 level_3',
      'ghost refuse 10 level_3',
      'speeder shadow 3 level_3',
    ])
  })

  test('none judges at level 1, whatever project and survey set: CATI shares devices (§9.7)', () => {
    expect(of(1, { project: [COUNTRY], survey: [WATCHED], account: [COUNTRY] })).toEqual([])
  })
})
