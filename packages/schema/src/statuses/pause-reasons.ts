import { Schema } from 'effect'
import { STATUSES, STATUS_NAMES, STATUS_OF_CODE, type StatusCode } from './status.ts'

/** One reason why the system pauses something. */
interface PauseReason {
  /** The words that follow "auto-paused:". */
  readonly label: string
  /** The finding, and the remedy before it goes on. */
  readonly says: string
  readonly isOnByDefault?: true
  /** A mark that replaces that of other auto-pauses (§4.1). */
  readonly look?: { readonly colourKey: string; readonly glyph: string }
}

/**
 * Why the system paused something (domain.md §2), the reasons of the status auto-paused. The platform's sweeps decide when each
 * applies.
 */
export const PAUSE_REASONS = {
  target_reached: {
    label: 'target reached',
    says: 'The completes reached the target. Raise Target (N) to go on.',
    isOnByDefault: true,
  },
  past_out_of_field: {
    label: 'past its out-of-field date',
    says: 'The out-of-field date has passed. Set a later one to go on.',
    isOnByDefault: true,
  },
  redirect_errors: {
    label: 'redirects fail',
    says: 'Within an hour, at least 10 returns had an unknown inbound_code, more than there were completes. Correct the return links in the survey before you resume.',
    isOnByDefault: true,
  },
  hash_errors: {
    label: 'hashes are wrong',
    says: 'Within an hour, at least 10 returns had no valid hash, more than there were completes. Compare the key in the survey with the account’s before you resume.',
    isOnByDefault: true,
  },
  no_starts_24h: {
    label: 'no starts in 24 hours',
    says: 'No respondent entered the survey for 24 hours. Ask its suppliers, and check its entry link and qualifications.',
  },
  no_completes_72h: {
    label: 'no completes in 72 hours',
    says: 'No respondent completed the survey for 72 hours. Test it from entry to return.',
  },
  high_median_loi: {
    label: 'median LOI is too high',
    says: 'Interviews take longer than the stated LOI and its limit allow. Correct Estimated LOI, or shorten the survey.',
  },
  low_ir: {
    label: 'IR is too low',
    says: 'Fewer qualify than the stated IR and its limit allow. Correct Incidence Rate, or the qualifications.',
  },
  click_target_reached: {
    label: 'clicks target reached',
    says: 'Survey starts reached the target divided by the IR. Raise Target (N), or switch click balancing off.',
    look: { colourKey: 'CLICKS', glyph: '↗' },
  },
} as const satisfies Record<string, PauseReason>

export type AutoPauseReason = keyof typeof PAUSE_REASONS
const REASONS: Readonly<Record<AutoPauseReason, PauseReason>> = PAUSE_REASONS

/** The reasons' codes, in the order in which they are offered. */
export const AUTO_PAUSE_REASONS = Object.keys(PAUSE_REASONS) as [AutoPauseReason, ...AutoPauseReason[]] // Object.keys loses the key types
export const AutoPauseReason = Schema.Literals(AUTO_PAUSE_REASONS)

/** The auto-pause rules, which are on unless a survey switches them off. */
export const DEFAULT_AUTO_PAUSE_RULES: readonly AutoPauseReason[] = AUTO_PAUSE_REASONS.filter(
  reason => REASONS[reason].isOnByDefault === true,
)

/** Says whether a text is the code of a pause reason. */
export function isAutoPauseReason(reason: string): reason is AutoPauseReason {
  return Object.hasOwn(PAUSE_REASONS, reason)
}

type Looks = (typeof PAUSE_REASONS)[AutoPauseReason] | (typeof STATUSES)[keyof typeof STATUSES]

/** The colour keys of §4.1; CLICKS is an auto-pause with `click_target_reached`. */
export type StatusColourKey =
  | Extract<Looks, { readonly colourKey: string }>['colourKey']
  | Extract<Looks, { readonly look: unknown }>['look']['colourKey']

/**
 * Gives the colour key of a status (§4.1).
 * @param code the status code
 * @param reason why the system paused it, as received; null for none
 */
export function statusColourKey(code: StatusCode, reason: string | null): StatusColourKey {
  const status = STATUS_NAMES[code]
  const look =
    status === 'autoPaused' && reason !== null && isAutoPauseReason(reason) ? REASONS[reason].look : undefined
  return (look?.colourKey ?? STATUS_OF_CODE[code].colourKey) as StatusColourKey // the catalogues hold no others
}

/** How each colour key is marked beside its colour: a glyph, and the status as a person reads it. */
export const STATUS_LOOKS = Object.fromEntries([
  ...Object.values(STATUSES).map(({ colourKey, glyph, label }) => [colourKey, { glyph, label }]),
  ...Object.values(REASONS).flatMap(({ look }) =>
    look === undefined ? [] : [[look.colourKey, { glyph: look.glyph, label: STATUSES.autoPaused.label }]],
  ),
]) as Readonly<Record<StatusColourKey, { readonly glyph: string; readonly label: string }>> // every key is there
