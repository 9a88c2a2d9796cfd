import type { RuleSetter } from '@desk/schema/defender/in-force'
import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import { STATUS_CODES, STATUS_LABELS, hasEnded } from '@desk/schema/statuses/status'
import { conditionText, meetsCondition } from '@desk/schema/respondents/conditions'
import { allocationLimit, type SupplierShare } from './allocation.ts'
import { NO_CROWD, type Crowd } from './crowds.ts'
import { brokenRule } from './defender.ts'
import { rulesFor } from './door-rules-of.ts'
import { excludedFromProject, excludedSupplier, NOT_EXCLUDED, type ExclusionFacts } from './exclusions.ts'
import { listedRefusal } from './listed-marks.ts'
import { OBJECTED, rulesOfStudy } from './objections.ts'
import { deviceWords } from '../facts/device.ts'
import type { DoorRefusal } from './door-refusal.ts'
import {
  rollupKey,
  SCOPES,
  type BatchFacts,
  type Duplicates,
  type QuotaFacts,
  type SourceFacts,
} from '../facts/ledger-facts.ts'
import type { EntryOperation, Refusal } from '../facts/ledger-operations.ts'
import { clicksTarget, expectedCompletes, hourlyCap, hourOf } from '../facts/pacing.ts'
import { surveyAddress } from '../facts/redirects.ts'
import { completesOf, inflightOf, type Tally } from '../facts/tally.ts'

/** The source's counts now, including the batch so far. */
export interface DoorCounts {
  readonly entrants: number
  readonly completes: number
  readonly inflight: number
  readonly completesThisHour: number
  /** The part of the entrant's supplier; null: it may fill the target alone. */
  readonly share: SupplierShare | null
  /** The survey's places, if it holds places; null: it does not. */
  readonly survey: PlacesTaken | null
}

/** Completes, and respondents in progress who may become some. */
export interface PlacesTaken {
  readonly completes: number
  readonly inflight: number
}

/**
 * Computes the source's counts now.
 * @param rollups at the start of the batch
 * @param tally what the batch has added to the source so far
 * @param share what the entrant's supplier has, this batch included
 * @param survey what the survey has, this batch included; null unless it holds places
 */
export function doorCounts(
  source: SourceFacts,
  rollups: BatchFacts['rollups'],
  tally: Tally | undefined,
  atMs: number,
  share: SupplierShare | null = null,
  survey: PlacesTaken | null = null,
): DoorCounts {
  const rollup = rollups.get(rollupKey(SCOPES.source, source.sourceId))
  return {
    entrants: (rollup?.entrants ?? 0) + (tally?.entrants ?? 0),
    completes: (rollup?.completes ?? 0) + (tally ? completesOf(tally) : 0),
    inflight: (rollup?.inflight ?? 0) + (tally ? inflightOf(tally) : 0),
    completesThisHour: source.completesThisHour + (tally?.hours.get(hourOf(atMs))?.completesLive ?? 0),
    share,
    survey,
  }
}

export type DoorVerdict =
  | { readonly code: 11; readonly quotaNo: number | null }
  | { readonly code: 20 | 21 | 22; readonly refusal: Refusal }

/** Calculation types of click balancing (§3.37). */
const CALCULATION = { completes: 1, surveyStarts: 2, hybrid: 3 } as const

/** Traffic control (lookup 20). */
const NO_PACING = 1

/** A rule that speaks against an entrant, whether it refuses them or is only recorded (docs/decisions/0032). */
export interface RuleVerdict extends Refusal {
  /** The outcome of an entrant that it refuses. */
  readonly code: 20 | 21 | 22
  readonly refused: boolean
  /** Whose setting of a Defender rule it was; null of any other rule. */
  readonly setBy: RuleSetter | null
  /** It would have refused, and the respondent is held out. */
  readonly heldOut: boolean
}

export interface DoorJudgement {
  readonly verdict: DoorVerdict
  /** Every rule that spoke against the entrant, in order of evaluation. */
  readonly against: readonly RuleVerdict[]
  /** Let in against rules of Defender, and nothing else (docs/decisions/0069). */
  readonly isHeldOut: boolean
}

const NOBODY_HELD_OUT = (): boolean => false

/**
 * Judges an entrant (domain.md §3) by every rule; the first that refuses decides: source open, excluded supplier,
 * recontact list, Defender, excluded project, device, qualifications, sub-quota. The account's block list judges
 * before Defender's rules, whatever the supplier's level; its watch list refuses no one. A person who objected is
 * judged by no list, and by the study's own rules alone. A test passes a closed
 * source and Defender, so that a study can be tested before launch; its device and answers are checked, and it takes
 * no place in a quota.
 */
export function judgeEntry(
  entry: EntryOperation,
  source: SourceFacts,
  counts: DoorCounts,
  quotas: readonly QuotaFacts[],
  duplicates: Duplicates,
  isTest: boolean,
  exclusions: ExclusionFacts = NOT_EXCLUDED,
  crowd: Crowd = NO_CROWD,
  holdsOut: () => boolean = NOBODY_HELD_OUT,
): DoorJudgement {
  const against: RuleVerdict[] = []
  const speaks = (
    code: 20 | 21 | 22,
    refusal: DoorRefusal | null,
    refused = true,
    setBy: RuleSetter | null = null,
  ): void => {
    if (refusal !== null) against.push({ ...refusal, code, refused, setBy, heldOut: false })
  }
  for (const closed of isTest ? [closedForGood(source)] : closedBy(source, counts, entry.atMs)) speaks(22, closed)
  if (surveyAddress(source.surveyUrl, '') === null)
    speaks(22, { rule: 'survey_url', threshold: 'a usable survey URL', value: 'none' })
  if (!isTest) {
    speaks(21, excludedSupplier(source, exclusions))
    speaks(21, exclusions.notRecontacted)
    const { hasObjected } = exclusions
    if (hasObjected) speaks(20, OBJECTED, false)
    else for (const mark of exclusions.listed) speaks(20, listedRefusal(mark), mark.list === 'block')
    for (const rule of rulesOfStudy(rulesFor(source, exclusions.supplierId), hasObjected))
      speaks(20, brokenRule(rule, entry, source, duplicates, crowd), rule.mode === 'refuse', rule.setBy)
    speaks(20, excludedFromProject(source, exclusions))
  }
  if (!source.devices.includes(entry.device))
    speaks(21, { rule: 'device', threshold: deviceWords(source.devices), value: deviceWords([entry.device]) })
  for (const { name, condition } of source.qualifications) {
    if (meetsCondition(condition, entry.parameters)) continue
    speaks(21, {
      rule: `qualification: ${name}`,
      threshold: conditionText(condition),
      value: given(entry, condition.param),
    })
  }
  const met = quotas.filter(quota => quota.conditions.every(condition => meetsCondition(condition, entry.parameters)))
  const open = met.find(quota => isTest || quota.completes + quota.inflight < quota.target)
  if (quotas.length > 0 && !open) speaks(22, noPlace(met))
  const decided = against.find(({ refused }) => refused)
  const letIn = { code: 11, quotaNo: open?.quotaNo ?? null } as const
  if (!decided) return { verdict: letIn, against, isHeldOut: false }
  if (against.every(({ refused: refuses, setBy }) => !refuses || setBy !== null) && holdsOut())
    return {
      verdict: letIn,
      against: against.map(verdict => (verdict.refused ? { ...verdict, refused: false, heldOut: true } : verdict)),
      isHeldOut: true,
    }
  const { code, rule, threshold, value } = decided
  return { verdict: { code, refusal: { rule, threshold, value } }, against, isHeldOut: false }
}

/** @param met the matching sub-quotas, all full */
function noPlace([full]: readonly QuotaFacts[]): DoorRefusal {
  return full
    ? {
        rule: `sub-quota: ${full.name}`,
        threshold: String(full.target),
        value: `${full.completes} completes, ${full.inflight} in progress`,
      }
    : { rule: 'sub-quota', threshold: 'one that fits', value: 'none' }
}

function given(entry: EntryOperation, parameter: string): string {
  return entry.parameters.get(parameter)?.slice(0, 100) ?? 'not given'
}

function statusesOf(source: SourceFacts) {
  return [
    { rule: 'project_status', status: source.projectStatus },
    { rule: 'survey_status', status: source.surveyStatus },
    { rule: 'source_status', status: source.status },
  ] as const
}

function closedForGood(source: SourceFacts): DoorRefusal | null {
  const ended = statusesOf(source).find(({ status }) => hasEnded(status))
  return ended ? { rule: ended.rule, threshold: 'not ended', value: STATUS_LABELS[ended.status] } : null
}

/** The reasons why the source is closed now; only nulls when it is open. */
function closedBy(source: SourceFacts, counts: DoorCounts, atMs: number): (DoorRefusal | null)[] {
  return [
    ...statusesOf(source).map(({ rule, status }) =>
      status === STATUS_CODES.live
        ? null
        : { rule, threshold: STATUS_LABELS[STATUS_CODES.live], value: STATUS_LABELS[status] },
    ),
    outOfField(source, atMs),
    counts.completes >= source.target
      ? { rule: 'target', threshold: String(source.target), value: String(counts.completes) }
      : null,
    ...placesHeld(source, counts),
    overShare(source, counts),
    tooManyClicks(source, counts),
    aheadOfPace(source, counts, atMs),
  ]
}

function outOfField({ outOfFieldAtMs, autoPauseRules }: SourceFacts, atMs: number): DoorRefusal | null {
  if (outOfFieldAtMs === null || atMs <= outOfFieldAtMs || !autoPauseRules.includes('past_out_of_field')) return null
  return {
    rule: 'past_out_of_field',
    threshold: new Date(outOfFieldAtMs).toISOString(),
    value: new Date(atMs).toISOString(),
  }
}

/**
 * Respondents in progress may take the rest of the target (docs/decisions/0088); a target that is reached speaks for
 * itself.
 */
function placesHeld(source: SourceFacts, counts: DoorCounts): (DoorRefusal | null)[] {
  const { target, surveyTarget, holdPlaces, surveyHoldPlaces, irPercent } = source
  const held = (rule: 'places_held' | 'survey_places_held', wanted: number, mode: number, taken: PlacesTaken | null) =>
    taken === null || mode === HOLD_PLACES.none.code || placesTaken(mode, taken, irPercent) < wanted
      ? null
      : { rule, threshold: String(wanted), value: `${taken.completes} completes, ${taken.inflight} in progress` }
  return [
    counts.completes < target ? held('places_held', target, holdPlaces, counts) : null,
    held('survey_places_held', surveyTarget, surveyHoldPlaces, counts.survey),
  ]
}

const placesTaken = (mode: number, { completes, inflight }: PlacesTaken, irPercent: number): number =>
  completes + (mode === HOLD_PLACES.oneForOne.code ? inflight : expectedCompletes(inflight, irPercent))

/** The supplier has its share of the target already: the rest is for the others. */
function overShare({ target }: SourceFacts, { share }: DoorCounts): DoorRefusal | null {
  if (share === null) return null
  const { percent, completes } = share
  const limit = allocationLimit(target, percent)
  if (completes < limit) return null
  return { rule: 'allocation', threshold: `${percent} % of ${target}, up to ${limit}`, value: `${completes} completes` }
}

/** Click balancing (§3.37, domain.md §5): by the expected completes of respondents in progress, by survey starts, or both. */
function tooManyClicks(source: SourceFacts, { entrants, completes, inflight }: DoorCounts): DoorRefusal | null {
  if (!source.clickBalancing) return null
  const clicks = clicksTarget(source.target, source.irPercent)
  if (source.calculationType !== CALCULATION.completes && entrants >= clicks)
    return { rule: 'clicks_target', threshold: String(clicks), value: String(entrants) }
  const expected = completes + expectedCompletes(inflight, source.irPercent)
  if (source.calculationType !== CALCULATION.surveyStarts && expected >= source.target) {
    return {
      rule: 'expected_completes',
      threshold: String(source.target),
      value: `${completes} completes, ${inflight} in progress`,
    }
  }
  return null
}

function aheadOfPace(
  source: SourceFacts,
  { completes, completesThisHour, inflight }: DoorCounts,
  atMs: number,
): DoorRefusal | null {
  if (source.pacing === NO_PACING) return null
  const { pacing, target, outOfFieldAtMs } = source
  const cap = hourlyCap({ pacing, target, outOfFieldAtMs, completes, completesThisHour }, atMs)
  if (cap === null || completesThisHour + expectedCompletes(inflight, source.irPercent) < cap) return null
  return {
    rule: 'pacing',
    threshold: `${cap} an hour`,
    value: `${completesThisHour} completes this hour, ${inflight} in progress`,
  }
}
