import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { expect, test } from 'vitest'
import { changeWords } from '#kit/history/history-words.ts'
import { sourceHistoryFields } from './source-lists.ts'

const ZONES = [
  { pm_code: 15, pm_code_name: 'Eastern', iana_name: 'America/New_York' },
] as unknown as readonly TimeZoneItem[]
const said = (
  field: string,
  from: string | number | boolean | null,
  to: string | number | boolean | null | readonly string[],
) => {
  const { label, ...words } = changeWords({ field, from, to }, sourceHistoryFields(ZONES), 'UTC')
  return `${label}: ${words.from} → ${words.to}`
}

test('a source’s history says its codes in words (§3.8)', () => {
  expect([
    said('out_of_field_time_zone_code', null, 15),
    said('type', null, 'diy'),
    said('type', 'lucid', 'odd'),
    said('pacing', 1, 3),
    said('auto_boost', null, true),
    said('boost_step', null, 0.25),
    said('boost_minutes', 60, 1440),
    said('supplier_cpi', 1.5, 2),
    said('respondents', 800, 7_700),
    said('qualifications', null, ['Gender (gender): Man, Woman', 'Age (age): 18 to 64']),
  ]).toEqual([
    'Timezone: - → America/New_York',
    'Type: - → DIY',
    'Type: Lucid → odd',
    'Pacing: No Pacing Required (complete ASAP) → Even Pacing (cap at 1.1x pace)',
    'Auto-Boost: - → on',
    'Auto-Boost step: - → $0.25',
    'Auto-Boost minutes between steps: 60 → 1,440',
    'Supply Price: $1.50 → $2.00',
    'Target (N): 800 → 7,700',
    'Qualifications: - → Gender (gender): Man, Woman · Age (age): 18 to 64',
  ])
})
