import { AUTO_PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { reasonWords } from '#kit/statuses/status-words.ts'

/** The rules that pause by themselves, in the order of the boxes. */
export const PAUSE_RULES = AUTO_PAUSE_REASONS.map(rule => ({ value: rule, label: reasonWords(rule) ?? rule }))

/** The fields of a survey's limits (§3.6), in the order of the dialog. */
export const LIMITS_FIELDS: readonly FieldPlan[] = [
  { name: 'limit_loi_percent', label: 'LOI limit', kind: 'number', isRequired: true },
  { name: 'limit_ir_percent', label: 'IR limit', kind: 'number', isRequired: true },
  { name: 'limit_min_completes', label: 'Completes before limits act', kind: 'number', isRequired: true },
  {
    name: 'auto_pause_rules',
    label: 'Pause by itself when',
    kind: 'choices',
    say: rules => (Array.isArray(rules) ? rules.map(rule => reasonWords(String(rule))).join(', ') : ''),
  },
]
