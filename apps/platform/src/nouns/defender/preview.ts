import { abandonDueAtMs } from '@desk/machines/respondent/abandon'
import { DEFENDER_CATALOGUE, type RuleSetting } from '@desk/schema/defender/rules'
import type { DefenderPreview } from '@desk/schema/defender/settings'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { Tx } from '#kernel/db/tx'
import { brokenRule } from '#ledger/door/defender'
import { doorRules, rulesFor } from '#ledger/door/door-rules-of'
import { lookupFor } from '#ledger/door/duplicates'
import { brokenAtReturn } from '#ledger/door/return-rules'
import type { DefenderRule, Duplicates } from '#ledger/facts/ledger-facts'
import { isComplete } from '#ledger/facts/tally'
import {
  countEarlier,
  countNetworkAddresses,
  findPastEntrants,
  findProjectOf,
  findSettingsAround,
  type PastEntrant,
  type PastLookup,
  type SettingsAround,
} from './preview.store.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** The most entrants that one preview judges again. */
const ENTRANTS_MAX = 10_000
const REJECTED = 50

const NOT_COUNTED: Duplicates = {
  sameFingerprint: null,
  sameAddress: null,
  sameRid: null,
  ofFingerprint: null,
  ofAddress: null,
}

/**
 * Judges a project's entrants of the last 7 days again with other settings, by the same rules as the door does
 * (docs/decisions/0058): by the stored facts of each, and by who had entered before them.
 */
export async function previewOfProject(
  tx: Tx,
  accountId: number,
  projectId: number,
  wanted: readonly RuleSetting[],
  nowMs: number,
): Promise<DefenderPreview | undefined> {
  const around = await findSettingsAround(tx, accountId, projectId)
  return around && judgeAgain(tx, accountId, { projectId, surveyId: null }, { ...around, project: wanted }, nowMs)
}

/** The same of a survey's entrants, with other settings of the survey. */
export async function previewOfSurvey(
  tx: Tx,
  accountId: number,
  surveyId: number,
  wanted: readonly RuleSetting[],
  nowMs: number,
): Promise<DefenderPreview | undefined> {
  const projectId = await findProjectOf(tx, accountId, surveyId)
  const around = projectId === undefined ? undefined : await findSettingsAround(tx, accountId, projectId)
  if (projectId === undefined || around === undefined) return undefined
  const surveys = [[surveyId, wanted]] as const
  return judgeAgain(tx, accountId, { projectId, surveyId }, { ...around, surveys }, nowMs)
}

async function judgeAgain(
  tx: Tx,
  accountId: number,
  { projectId, surveyId }: { readonly projectId: number; readonly surveyId: number | null },
  { surveys, project, account, securities }: SettingsAround,
  nowMs: number,
): Promise<DefenderPreview> {
  const rulesOfSurvey = new Map(
    surveys.map(([id, survey]) => [id, doorRules({ survey, project, account }, securities)]),
  )
  const sinceMs = nowMs - DAYS * DAY_MS
  const found = await findPastEntrants(tx, accountId, projectId, surveyId, sinceMs, ENTRANTS_MAX + 1)
  const entrants = found.slice(0, ENTRANTS_MAX).map(entrant => {
    const rules = rulesOfSurvey.get(entrant.surveyId)
    return { entrant, rules: rules ? rulesFor(rules, entrant.supplierId) : [] }
  })
  const lookups = entrants.flatMap(({ entrant, rules }, number): readonly PastLookup[] => {
    const lookup = lookupFor(rules, entrant, entrant.supplierId)
    const { surveyId, sourceId, atMs } = entrant
    return lookup === null ? [] : [{ number, surveyId, sourceId, atMs, ...lookup }]
  })
  const counts = await countEarlier(tx, accountId, lookups)
  const addresses = await countNetworkAddresses(
    tx,
    accountId,
    entrants.flatMap(({ entrant: { address, atMs }, rules }, number) =>
      address !== null && rules.some(({ rule }) => rule === 'many_addresses') ? [{ number, address, atMs }] : [],
    ),
  )
  const sums = { refused: 0, more: 0, more_completed: 0, more_rejected: 0, fewer: 0 }
  const byRule = new Map(DEFENDER_RULES.map(rule => [rule, { rule, against: 0, refused: 0 }]))
  for (const [number, { entrant, rules }] of entrants.entries()) {
    const broken = rules.filter(rule =>
      speaksAgainst(rule, entrant, counts.get(number) ?? NOT_COUNTED, addresses.get(number) ?? null),
    )
    for (const { rule, mode } of broken) {
      const sum = byRule.get(rule)
      if (sum === undefined) continue
      sum.against += 1
      if (mode === 'refuse') sum.refused += 1
    }
    const isRefused = broken.some(({ mode }) => mode === 'refuse')
    const { refusedOtherwise, refusedByDefender, code } = entrant
    if (isRefused) sums.refused += 1
    if (!isRefused && refusedByDefender && !refusedOtherwise) sums.fewer += 1
    if (!isRefused || refusedByDefender || refusedOtherwise) continue
    sums.more += 1
    if (isComplete(code) || code === REJECTED) sums.more_completed += 1
    if (code === REJECTED) sums.more_rejected += 1
  }
  return {
    pm_proj_ud: projectId,
    ...(surveyId === null ? {} : { pm_sy_ud: surveyId }),
    days: DAYS,
    entrants: entrants.length,
    is_partial: found.length > ENTRANTS_MAX,
    ...sums,
    rules: [...byRule.values()],
  }
}

function speaksAgainst(
  rule: DefenderRule,
  entrant: PastEntrant,
  counts: Duplicates,
  addresses: number | null,
): boolean {
  if (DEFENDER_CATALOGUE[rule.rule].at === 'return') return speaksAgainstReturn(rule, entrant)
  // a pace that was not counted then cannot be counted now: the stored verdict says it
  if (rule.rule === 'burst') return entrant.cameInBurst
  return (
    brokenRule(rule, entrant, { country: entrant.sourceCountry }, counts, {
      pace: null,
      network: addresses === null ? null : { networkBits: 0, addresses },
    }) !== null
  )
}

/** By the present spread of a source's lengths, and the stored facts of the return. */
function speaksAgainstReturn(rule: DefenderRule, entrant: PastEntrant): boolean {
  const { atMs, code, interviewSeconds, isGhost, refusedAtReturn, scores, spread, statedSeconds } = entrant
  const back = {
    isComplete: isGhost || refusedAtReturn || isComplete(code) || code === REJECTED,
    completes: refusedAtReturn || isComplete(code) || code === REJECTED,
    confirms: true,
    hash: isGhost ? ('wrong' as const) : undefined,
    atMs,
    seconds: interviewSeconds,
    scores,
  }
  const row = {
    code: 11,
    inSurveyAtMs: atMs,
    abandonAtMs: abandonDueAtMs(atMs, statedSeconds / 60),
    endedAtMs: null,
  } as const
  return brokenAtReturn(rule, back, row, spread ?? undefined) !== null
}
