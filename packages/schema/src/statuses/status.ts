import { Schema } from 'effect'

/** The statuses that project, survey and source share (§4.1), by the codes of platform codes type 7. */
export const STATUS_CODES = {
  live: 1,
  paused: 2,
  draft: 3,
  complete: 4,
  cancelled: 5,
  autoPaused: 6,
} as const

export type StatusName = keyof typeof STATUS_CODES
export const StatusCode = Schema.Literals([1, 2, 3, 4, 5, 6])
export type StatusCode = typeof StatusCode.Type

export const STATUS_NAMES: Readonly<Record<StatusCode, StatusName>> = {
  1: 'live',
  2: 'paused',
  3: 'draft',
  4: 'complete',
  5: 'cancelled',
  6: 'autoPaused',
}

/** What a person reads, by status code. */
export const STATUS_LABELS: Readonly<Record<StatusCode, string>> = {
  1: 'Live',
  2: 'Paused',
  3: 'Draft',
  4: 'Complete',
  5: 'Cancelled',
  6: 'Auto-paused',
}

/** What carries a status. */
export const StatusScope = Schema.Literals(['project', 'survey', 'source'])
export type StatusScope = typeof StatusScope.Type

/** Why the system paused something; the first four are on by default (domain.md §2). */
export const AUTO_PAUSE_REASONS = [
  'target_reached',
  'past_out_of_field',
  'redirect_errors',
  'hash_errors',
  'no_starts_24h',
  'no_completes_72h',
  'high_median_loi',
  'low_ir',
  'click_target_reached',
] as const
export const AutoPauseReason = Schema.Literals(AUTO_PAUSE_REASONS)
export type AutoPauseReason = typeof AutoPauseReason.Type

/** Colour keys of §4.1; CLICKS is an auto-pause with `click_target_reached`. */
export type StatusColourKey = 'DRAFT' | 'LIVE' | 'PAUSED' | 'COMPLETE' | 'CANCELLED' | 'CLICKS' | 'AUTO_PAUSED'

/**
 * Gives the colour key of a status (§4.1).
 * @param code the status code
 * @param reason why the system paused it, or null
 */
export function statusColourKey(code: StatusCode, reason: AutoPauseReason | null): StatusColourKey {
  switch (STATUS_NAMES[code]) {
    case 'draft':
      return 'DRAFT'
    case 'live':
      return 'LIVE'
    case 'paused':
      return 'PAUSED'
    case 'complete':
      return 'COMPLETE'
    case 'cancelled':
      return 'CANCELLED'
    case 'autoPaused':
      return reason === 'click_target_reached' ? 'CLICKS' : 'AUTO_PAUSED'
  }
}

/** Why a transition is blocked: the text is what the disabled menu item and the 409 say. */
export const BLOCK_REASONS = {
  not_a_transition: 'This status cannot follow the present one.',
  system_only: 'Only the system pauses automatically.',
  survey_url_missing: 'The survey URL is missing or not valid.',
  target_missing: 'The target must be greater than 0.',
  out_of_field_passed: 'The out-of-field date has passed.',
  price_missing: 'A price is missing.',
  supplier_missing: 'The source has no supplier.',
  quotas_unmeetable: 'Its qualifications or quotas cannot be met.',
  parent_terminal: 'The project or survey above it is complete or cancelled.',
  target_reached: 'The target is reached.',
  has_billable_completes: 'It has billable completes; complete it instead.',
  has_inflight: 'Respondents are still in progress; complete it instead.',
} as const
export const BlockReason = Schema.Literals(Object.keys(BLOCK_REASONS) as [BlockReason, ...BlockReason[]])
export type BlockReason = keyof typeof BLOCK_REASONS
