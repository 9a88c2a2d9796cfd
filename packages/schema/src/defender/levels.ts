import { Schema } from 'effect'
import { DEFENDER_RULES, type DefenderRuleName } from '../respondents/door-rules.ts'
import type { RuleMode, RuleSetting } from './rules.ts'

/** The security levels of a supplier (§9.7). */
export const SECURITY_LEVELS = {
  1: 'None (CATI only)',
  2: 'Minimal',
  3: 'Balanced',
  4: 'Most robust',
  5: 'Custom for advanced',
  6: 'Thresholds saved as account default',
  7: 'Tailored per supplier',
} as const
/** One of the security levels, on the wire. */
export const SecurityLevel = Schema.Literals([1, 2, 3, 4, 5, 6, 7])
export type SecurityLevel = typeof SecurityLevel.Type

/** The level of a supplier for which none was chosen: the account's default. */
export const ACCOUNT_LEVEL = 6
/** The level of a supplier with thresholds of its own (§5.17). */
export const SUPPLIER_LEVEL = 7

type Preset = readonly [mode: RuleMode, threshold?: number | null, windowHours?: number]
type PresetLevel = 2 | 3 | 4 | 5

const DAY = 24
const MONTH = 720

// rule by rule, so that levels compare at a glance; level 5 records all that level 4 judges by and leaves each refusal to the project
const PRESETS: Readonly<Record<DefenderRuleName, Readonly<Record<2 | 3 | 4, Preset>>>> = {
  duplicate_rid: { 2: ['refuse', null, DAY], 3: ['refuse', null, DAY], 4: ['refuse', null, MONTH] },
  duplicate_fingerprint: { 2: ['refuse', 1, DAY], 3: ['refuse', 1, DAY], 4: ['refuse', 1, MONTH] },
  duplicate_ip: { 2: ['off', 3, DAY], 3: ['refuse', 3, DAY], 4: ['refuse', 1, DAY] },
  activity: { 2: ['off', 70], 3: ['refuse', 70], 4: ['refuse', 50] },
  activity_watch: { 2: ['off', 25], 3: ['shadow', 25], 4: ['shadow', 25] },
  country: { 2: ['off'], 3: ['shadow'], 4: ['refuse'] },
  datacentre: { 2: ['off'], 3: ['shadow'], 4: ['refuse'] },
  fingerprint_missing: { 2: ['off'], 3: ['shadow'], 4: ['shadow'] },
  many_addresses: { 2: ['off', 20], 3: ['shadow', 20], 4: ['shadow', 20] },
  burst: { 2: ['off', 10], 3: ['shadow', 10], 4: ['shadow', 10] },
  ghost: { 2: ['off', 10], 3: ['refuse', 10], 4: ['refuse', 10] },
  speeder: { 2: ['off', 3], 3: ['shadow', 3], 4: ['shadow', 3] },
  straight_lining: { 2: ['off', 80], 3: ['off', 80], 4: ['shadow', 80] },
  open_ends: { 2: ['off', 80], 3: ['off', 80], 4: ['shadow', 80] },
  text_analytics: { 2: ['off', 80], 3: ['off', 80], 4: ['shadow', 80] },
  bot_score: { 2: ['off', 80], 3: ['off', 80], 4: ['shadow', 80] },
}

const presetOf = (level: PresetLevel): readonly RuleSetting[] =>
  DEFENDER_RULES.map(rule => {
    const [mode, threshold = null, hours = null] = PRESETS[rule][level === 5 ? 4 : level]
    return { rule, mode: level === 5 ? 'shadow' : mode, threshold, window_hours: hours }
  })

/** The rules of the levels that are presets: minimal, balanced, most robust and custom for advanced. */
export const LEVEL_RULES: Readonly<Record<PresetLevel, readonly RuleSetting[]>> = {
  2: presetOf(2),
  3: presetOf(3),
  4: presetOf(4),
  5: presetOf(5),
}

/** The account's default until an administrator saves one: no rule judges. */
export const NO_RULES: readonly RuleSetting[] = LEVEL_RULES[3].map(setting => ({ ...setting, mode: 'off' as const }))
