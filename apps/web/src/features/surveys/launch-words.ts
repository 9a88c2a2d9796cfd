import { BLOCK_REASONS, mendingField, type BlockReason } from '@desk/schema/statuses/block-reasons'

/** One problem that blocks a survey from going live, and the field that fixes it; null: no field of the form does. */
export interface LaunchBlock {
  readonly reason: BlockReason
  readonly words: string
  readonly field: string | null
  readonly fieldLabel: string | null
}

/** The launch checklist: what blocks, in the order in which the status machine tells it. */
export function launchBlocks(reasons: readonly BlockReason[]): readonly LaunchBlock[] {
  return reasons.map(reason => {
    const [field, fieldLabel] = mendingField(reason, 'survey') ?? [null, null]
    return { reason, words: BLOCK_REASONS[reason], field, fieldLabel }
  })
}
