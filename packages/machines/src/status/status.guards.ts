import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import type { StatusGuardFacts } from '@desk/schema/statuses/facts'

type Rule = readonly [reason: BlockReason, blocks: (facts: StatusGuardFacts) => boolean]

const runsTraffic = (facts: StatusGuardFacts) => facts.scope === 'survey' || facts.scope === 'source'

/** A child never comes alive under a terminal parent: a cascade would have ended it. */
const PARENT: Rule = ['parent_terminal', facts => facts.parentTerminal]
const OUT_OF_FIELD: Rule = ['out_of_field_passed', facts => facts.outOfFieldPassed]

/**
 * The conditions of launching, in order: the first failure is shown. A project needs only a future out-of-field date.
 */
const LAUNCH_RULES: readonly Rule[] = [
  PARENT,
  ['survey_url_missing', facts => runsTraffic(facts) && facts.surveyUrlRequired && !facts.surveyUrlValid],
  ['target_missing', facts => runsTraffic(facts) && !(facts.target > 0)],
  OUT_OF_FIELD,
  ['price_missing', facts => runsTraffic(facts) && !facts.hasPrice],
  ['supplier_missing', facts => facts.scope === 'source' && !facts.hasSupplier],
  ['quotas_unmeetable', facts => facts.scope === 'source' && !facts.quotasMeetable],
]

/** The conditions of resuming and relaunching. */
const RESUME_RULES: readonly Rule[] = [
  PARENT,
  ['target_reached', facts => runsTraffic(facts) && facts.targetReached],
  OUT_OF_FIELD,
]

/**
 * The conditions of cancelling once there was traffic: an object with completes or respondents in progress is completed
 * instead.
 */
const CANCEL_RULES: readonly Rule[] = [
  ['has_billable_completes', facts => facts.billableCompletes > 0],
  ['has_inflight', facts => facts.inflight > 0],
]

const firstBlock = (rules: readonly Rule[], facts: StatusGuardFacts): BlockReason | null =>
  rules.find(([, blocks]) => blocks(facts))?.[0] ?? null

const allBlocks = (rules: readonly Rule[], facts: StatusGuardFacts): readonly BlockReason[] =>
  rules.flatMap(([reason, blocks]) => (blocks(facts) ? [reason] : []))

/** All that blocks a draft from going live, in order of display (domain.md §2). */
export const launchBlocks = (facts: StatusGuardFacts) => allBlocks(LAUNCH_RULES, facts)
/** All that blocks paused, auto-paused or complete from going live (domain.md §2). */
export const resumeBlocks = (facts: StatusGuardFacts) => allBlocks(RESUME_RULES, facts)

/** Why draft may not go live, or null (domain.md §2). */
export const launchBlock = (facts: StatusGuardFacts) => firstBlock(LAUNCH_RULES, facts)
/** Why paused, auto-paused or complete may not go live, or null (domain.md §2). */
export const resumeBlock = (facts: StatusGuardFacts) => firstBlock(RESUME_RULES, facts)
/** Why paused or auto-paused may not be cancelled, or null (domain.md §2). */
export const cancelBlock = (facts: StatusGuardFacts) => firstBlock(CANCEL_RULES, facts)
