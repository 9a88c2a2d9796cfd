import { BLOCK_REASONS, mendingField, type BlockReason } from '@desk/schema/statuses/block-reasons'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { isolated } from '#ui/format/isolated.ts'
import { pauseWords } from '#kit/statuses/status-words.ts'

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

/** The most names of one reason; the rest is a number. */
const NAMES_SHOWN = 5

/** The auto-paused sources of a survey by reason, with the finding and the next step. */
export function pausedLines(sources: SurveyDetail['auto_paused_sources']): readonly string[] {
  const byReason = Map.groupBy(sources, ({ status_reason: reason }) => reason ?? 'Auto-paused')
  return [...byReason].map(([reason, paused]) => {
    const names = paused.slice(0, NAMES_SHOWN).map(({ name }) => isolated(name))
    const more = paused.length - names.length
    return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${pauseWords(reason)}`
  })
}
