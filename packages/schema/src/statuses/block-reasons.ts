import { Schema } from 'effect'
import type { StatusName, StatusScope } from './status.ts'

/** The form field that fixes something: its name on the wire and its label. */
type Field = readonly [name: string, label: string]

/** One reason why a status cannot follow the present one. */
interface Block {
  /** The text of the disabled menu item and of the 409. */
  readonly says: string
  /** The statuses that it blocks; absent where the chart alone blocks. */
  readonly keepsFrom?: readonly StatusName[]
  /** The form field that fixes it. */
  readonly mendedBy?: Partial<Record<StatusScope, Field>>
}

const TARGET: Field = ['respondents', 'Target (N)']

/** Why a transition is blocked (domain.md §2). The guards of the status machine decide when each reason applies. */
export const BLOCKS = {
  not_a_transition: { says: 'This status cannot follow the present one.' },
  system_only: { says: 'Only the system pauses automatically.', keepsFrom: ['autoPaused'] },
  survey_url_missing: {
    says: 'The survey URL is missing or not valid.',
    keepsFrom: ['live'],
    mendedBy: { survey: ['survey_url', 'Survey URL'] },
  },
  target_missing: {
    says: 'The target must be greater than 0.',
    keepsFrom: ['live'],
    mendedBy: { survey: TARGET, source: TARGET },
  },
  out_of_field_passed: {
    says: 'The out-of-field date has passed.',
    keepsFrom: ['live'],
    mendedBy: { survey: ['out_of_field_date', 'Out of field date'] },
  },
  price_missing: {
    says: 'A price is missing.',
    keepsFrom: ['live'],
    mendedBy: { survey: ['pm_sy_client_cpi', 'Sell Price'], source: ['supplier_cpi', 'Supply Price'] },
  },
  supplier_missing: {
    says: 'The source has no supplier.',
    keepsFrom: ['live'],
    mendedBy: { source: ['suppliers', 'Suppliers'] },
  },
  quotas_unmeetable: {
    says: 'Its qualifications or quotas cannot be met.',
    keepsFrom: ['live'],
    mendedBy: { source: ['quota_groups', 'Quotas'] },
  },
  parent_terminal: { says: 'The project or survey above it is complete or cancelled.', keepsFrom: ['live'] },
  target_reached: {
    says: 'The target is reached.',
    keepsFrom: ['live'],
    mendedBy: { survey: TARGET, source: TARGET },
  },
  has_billable_completes: { says: 'It has billable completes. Complete it instead.', keepsFrom: ['cancelled'] },
  has_inflight: { says: 'Respondents are still in progress; complete it instead.', keepsFrom: ['cancelled'] },
} as const satisfies Record<string, Block>

export type BlockReason = keyof typeof BLOCKS
const ALL: Readonly<Record<BlockReason, Block>> = BLOCKS

export const BlockReason = Schema.Literals(Object.keys(BLOCKS) as [BlockReason, ...BlockReason[]]) // Object.keys loses the key types

/** The text of the disabled menu item and of the 409, by reason. */
export const BLOCK_REASONS = Object.fromEntries(
  Object.entries(BLOCKS).map(([reason, { says }]) => [reason, says]),
) as Readonly<Record<BlockReason, string>> // every reason is there

/**
 * Gives the form field that fixes a reason.
 * @returns the field's name on the wire and its label; undefined if no field of that form does
 */
export function mendingField(reason: BlockReason, scope: StatusScope): Field | undefined {
  return ALL[reason].mendedBy?.[scope]
}
