import type { DefenderRuleName } from '@desk/schema/respondents/door-rules'
import type { DefenderRule } from '../facts/ledger-facts.ts'
import type { DoorRefusal } from './door-refusal.ts'

/** A person who may have objected, by the ID of a supplier. */
export const objectionKey = (supplierId: number | null, rid: string): string => `${supplierId ?? 0} ${rid}`

/** Rules that look at other studies, or at scores of a person. A setting of the study does not bring them back. */
const ACROSS_STUDIES: ReadonlySet<DefenderRuleName> = new Set([
  'activity',
  'activity_watch',
  'text_analytics',
  'bot_score',
])

/** Of the rules in force, those that judge a person: after an objection the study's own alone (docs/decisions/0118). */
export const rulesOfStudy = (rules: readonly DefenderRule[], hasObjected: boolean): readonly DefenderRule[] =>
  hasObjected
    ? rules.filter(({ rule, setBy }) => (setBy === 'survey' || setBy === 'project') && !ACROSS_STUDIES.has(rule))
    : rules

/** The verdict of the door says that the person objected; it refuses no one. */
export const OBJECTED: DoorRefusal = { rule: 'objected', threshold: 'the study’s own rules', value: 'objected' }
