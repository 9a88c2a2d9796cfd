import { BLOCK_REASONS, type BlockReason } from '@desk/schema/statuses/status'

/** One thing that still keeps a survey from going live, and the field that mends it; null: no field of the form does. */
export interface LaunchBlock {
  readonly reason: BlockReason
  readonly words: string
  readonly field: string | null
  readonly fieldLabel: string | null
}

const FIELDS: Readonly<Partial<Record<BlockReason, readonly [field: string, label: string]>>> = {
  survey_url_missing: ['survey_url', 'Survey URL'],
  target_missing: ['respondents', 'Target (N)'],
  target_reached: ['respondents', 'Target (N)'],
  out_of_field_passed: ['out_of_field_date', 'Out of field date'],
  price_missing: ['pm_sy_client_cpi', 'Sell Price'],
}

/** The launch checklist: what blocks, in the order in which the status machine tells it. */
export function launchBlocks(reasons: readonly BlockReason[]): readonly LaunchBlock[] {
  return reasons.map(reason => {
    const [field, fieldLabel] = FIELDS[reason] ?? [null, null]
    return { reason, words: BLOCK_REASONS[reason], field, fieldLabel }
  })
}
