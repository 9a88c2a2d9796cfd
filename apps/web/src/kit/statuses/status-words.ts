import {
  AUTO_PAUSE_REASONS,
  statusColourKey,
  type AutoPauseReason,
  type StatusCode,
  type StatusColourKey,
} from '@desk/schema/statuses/status'

const AUTO_PAUSE_WORDS: Readonly<Record<AutoPauseReason, string>> = {
  target_reached: 'target reached',
  past_out_of_field: 'past its out-of-field date',
  redirect_errors: 'redirects fail',
  hash_errors: 'hashes are wrong',
  no_starts_24h: 'no starts in 24 hours',
  no_completes_72h: 'no completes in 72 hours',
  high_median_loi: 'median LOI is too high',
  low_ir: 'IR is too low',
  click_target_reached: 'clicks target reached',
}

const isAutoPauseReason = (reason: string): reason is AutoPauseReason =>
  (AUTO_PAUSE_REASONS as readonly string[]).includes(reason)

/** Why a status is as it is, in words; text that is no code of ours stays as it came. */
export function reasonWords(reason: string | null): string | undefined {
  if (reason === null || reason === '') return undefined
  return isAutoPauseReason(reason) ? AUTO_PAUSE_WORDS[reason] : reason.replaceAll('_', ' ')
}

/** The colour key of a status with the reason as it comes on the wire (§4.1). */
export function colourKeyOf(code: StatusCode, reason: string | null): StatusColourKey {
  return statusColourKey(code, reason !== null && isAutoPauseReason(reason) ? reason : null)
}

/** Who changed a status: a person, or the system when nobody did. */
export const whoWords = (by: string | null): string => by ?? 'system'
