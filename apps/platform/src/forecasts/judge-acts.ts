import { ACT_KINDS, type ActEffect, type ActKind, type CannotTell } from '@desk/schema/forecasts/act-effect'
import type { Tx } from '#kernel/db/tx'
import { HOUR_MS } from '#ledger/facts/pacing'
import * as store from './acts.store.ts'
import { EFFECT_HOURS, EFFECT_HOURS_MIN, effectOf, expectedCompletes, middleOf, type SealedPace } from './effect.ts'
import type { AccountFit } from './fit-account.ts'
import { likenessOf } from './source-past.ts'

/** A pause is short by its nature. */
const PAUSE_HOURS_MIN = 1

type JudgedAct = ActEffect & Pick<store.DueAct, 'sourceId' | 'at'>

/** The effects of an account's acts that are due (docs/decisions/0110). */
export async function judgeActs(
  tx: Tx,
  accountId: number,
  fit: AccountFit,
  nowMs: number,
): Promise<readonly JudgedAct[]> {
  const acts = await store.readDueActs(tx, accountId, nowMs)
  if (acts.length === 0) return []
  const judged: JudgedAct[] = []
  for (const act of acts)
    judged.push({ ...(await judgeAct(tx, accountId, fit, act)), sourceId: act.sourceId, at: act.at })
  return judged
}

async function judgeAct(tx: Tx, accountId: number, fit: AccountFit, act: store.DueAct): Promise<ActEffect> {
  const kind = kindOf(act)
  const { sealed } = act
  if (sealed === null) return unknown(kind, act.sealedAt === null ? 'no_forecast' : 'no_finish')
  const window = windowOf(act, sealed)
  if (typeof window === 'string') return unknown(kind, window)
  const profile = fit.profiles.byLikeness.get(likenessOf(act)) ?? fit.profiles.account
  const expectedOf = (pace: SealedPace) =>
    expectedCompletes(pace, profile, fit.calendar, [window.fromMs, window.untilMs])
  const expected = expectedOf(sealed)
  if (expected === null) return unknown(kind, 'near_finish')
  const actual = await store.countCompletes(tx, accountId, act.sourceId, window)
  const like = (await store.readLikeInTime(tx, accountId, act, window)).flatMap(other => {
    const own = expectedOf(other)
    return own === null ? [] : [{ expected: own, actual: other.actual, completesBefore: other.completes }]
  })
  const effect = effectOf({ expected, actual, completesBefore: sealed.completes }, like)
  if (effect === null) return unknown(kind, 'few_completes')
  return {
    kind,
    cannot_tell: null,
    hours: (window.untilMs - window.fromMs) / HOUR_MS,
    expected: Math.round(expected),
    actual,
    completes: Math.round(effect.completes),
    low: Math.round(effect.lowCompletes),
    high: Math.round(effect.highCompletes),
    like_count: effect.likeSources,
  }
}

function kindOf({ isPause, fields }: store.DueAct): ActKind {
  if (isPause) return 'pause'
  const kinds = FIELD_KINDS.filter(kind => ACT_KINDS[kind].fields.some(field => fields.includes(field)))
  return kinds.length === 1 ? (kinds[0] ?? 'several') : 'several'
}
const FIELD_KINDS = ['price', 'quota', 'supplier', 'target', 'out_of_field', 'pacing'] as const satisfies ActKind[]

/** The whole hours after an act until another change, the end, or the middle of the way to the finish. */
function windowOf({ at, isPause, nextAtMs, endsAtMs }: store.DueAct, sealed: SealedPace): store.Window | CannotTell {
  const fromMs = Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS
  const ends: readonly (readonly [number, CannotTell])[] = [
    [fromMs + EFFECT_HOURS * HOUR_MS, 'few_completes'],
    [nextAtMs ?? Infinity, 'changed_again'],
    [endsAtMs ?? Infinity, 'finished'],
    [middleOf(sealed), 'near_finish'],
  ]
  const [endMs, why] = ends.reduce((first, end) => (end[0] < first[0] ? end : first))
  const untilMs = Math.floor(endMs / HOUR_MS) * HOUR_MS
  const least = isPause ? PAUSE_HOURS_MIN : EFFECT_HOURS_MIN
  return untilMs - fromMs < least * HOUR_MS ? why : { fromMs, untilMs }
}

const unknown = (kind: ActKind, why: CannotTell): ActEffect => ({
  kind,
  cannot_tell: why,
  hours: 0,
  expected: 0,
  actual: 0,
  completes: 0,
  low: 0,
  high: 0,
  like_count: 0,
})
