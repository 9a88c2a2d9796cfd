import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import type { AutoPause } from '#statuses/auto-pause'
import { doorCounts } from './door.ts'
import { rollupKey, SCOPES, type BatchFacts } from '../facts/ledger-facts.ts'
import { clicksTarget } from '../facts/pacing.ts'
import { completesOf, type Tally } from '../facts/tally.ts'

/** The object to pause, and the reason. */
export type ReachedTarget = Omit<AutoPause, 'at'>

/**
 * A batch that reaches a target pauses the traffic in its own transaction (domain.md §2); the sweep handles the other rules
 * (auto-pause-rules.ts).
 */
export function reachedTargets(facts: BatchFacts, tallies: ReadonlyMap<number, Tally>): ReachedTarget[] {
  const pauses: ReachedTarget[] = []
  const surveyCompletes = new Map<number, number>()
  for (const [sourceId, tally] of tallies) {
    const source = facts.sources.get(sourceId)
    if (!source) continue
    surveyCompletes.set(source.surveyId, (surveyCompletes.get(source.surveyId) ?? 0) + completesOf(tally))
    if (source.status !== STATUS_CODES.live) continue
    const { completes, entrants } = doorCounts(source, facts.rollups, tally, 0)
    const on = (rule: AutoPauseReason) => source.autoPauseRules.includes(rule)
    if (on('target_reached') && completesOf(tally) > 0 && completes >= source.target) {
      pauses.push({ scope: 'source', id: sourceId, reason: 'target_reached' })
    } else if (
      on('click_target_reached') &&
      source.clickBalancing &&
      source.calculationType !== 1 &&
      entrants >= clicksTarget(source.target, source.irPercent)
    ) {
      pauses.push({ scope: 'source', id: sourceId, reason: 'click_target_reached' })
    }
  }
  const surveys = new Map([...facts.sources.values()].map(source => [source.surveyId, source]))
  for (const [surveyId, added] of surveyCompletes) {
    const survey = surveys.get(surveyId)
    if (
      !survey ||
      added <= 0 ||
      survey.surveyStatus !== STATUS_CODES.live ||
      !survey.autoPauseRules.includes('target_reached')
    )
      continue
    const completes = (facts.rollups.get(rollupKey(SCOPES.survey, surveyId))?.completes ?? 0) + added
    if (survey.surveyTarget > 0 && completes >= survey.surveyTarget)
      pauses.push({ scope: 'survey', id: surveyId, reason: 'target_reached' })
  }
  return pauses
}
