import { HOLD_OUT_MAX_PERCENT, NO_HOLD_OUT, type HoldOut } from '@desk/schema/defender/hold-out'
import { numberOrNull } from '#kit/forms/typed-number.ts'

/** A hold-out while it is edited: its number as it is typed. */
export interface HoldOutDraft {
  /** A project may leave it to the account. */
  readonly isOwn: boolean
  readonly percent: string
  readonly isBillable: boolean
}

/** The stored hold-out, to edit. */
export function holdOutDraft(stored: HoldOut | null): HoldOutDraft {
  const { percent, is_billable: isBillable } = stored ?? NO_HOLD_OUT
  return { isOwn: stored !== null, percent: String(percent), isBillable }
}

/** The hold-out of a draft; its fault is `holdOutFault`. */
export function holdOutOf({ isOwn, percent, isBillable }: HoldOutDraft): HoldOut | null {
  return isOwn ? { percent: numberOrNull(percent) ?? -1, is_billable: isBillable } : null
}

/** The fault of a draft's number. */
export function holdOutFault(draft: HoldOutDraft): string | null {
  const percent = holdOutOf(draft)?.percent ?? 0
  return Number.isInteger(percent) && percent >= 0 && percent <= HOLD_OUT_MAX_PERCENT
    ? null
    : `Hold-out must be a whole number from 0 to ${HOLD_OUT_MAX_PERCENT} %`
}
