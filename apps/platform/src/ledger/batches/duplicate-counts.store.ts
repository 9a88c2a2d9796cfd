import type { Tx } from '#kernel/db/tx'
import type { MarkLookup } from '../door/duplicates.ts'
import type { Duplicates } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray, type SqlType } from './row-set.ts'

export interface DuplicateLookup extends MarkLookup {
  /** The operation's number in the batch. */
  readonly number: number
  readonly atMs: number
  readonly surveyId: number
  readonly sourceId: number
}

/** One more than the highest threshold of activity: a more active mark costs no more. */
const ATTEMPTS_COUNTED = 1_001

/** The marks, as the statement names them. */
const MARKS = { fingerprint: 1, address: 2, rid: 3 } as const

/**
 * The others of a mark, in one search for both rules that count them: in the survey since a time, and in the account
 * since another. Where no rule of the survey asks, counting ends above the highest threshold of activity.
 */
const othersBy = (mark: keyof typeof MARKS, equal: string, surveySince: string) => `
    (select ${MARKS[mark]} as mark, r.survey_id = u.survey_id and r.entered_at > ${surveySince} as is_of_survey, r.entered_at > u.activity_since as is_attempt
     from respondent r where r.account_id = $1 and ${equal} and r.entered_at > least(${surveySince}, u.activity_since) and not r.is_test
     limit case when ${surveySince} is null then ${ATTEMPTS_COUNTED} end)`

const since = (hours: number) => `e.at - ($${hours}::int[])[e.alike] * interval '1 hour'`

/** Up to so many respondents say which marks they have; beyond them each mark is looked for by itself. */
const MET_AT_MOST = 1_000

const met = (mark: string, asked: string) =>
  `select r.${mark} as mark from respondent r where r.account_id = $1 and r.${mark} = any(${asked}) and r.entered_at > $15 and not r.is_test limit ${MET_AT_MOST}`

/** The others of those entrants alone whom some other respondent has a mark of. Nearly all have none, and one scan of an index for all of a batch's marks says so. */
const metBy = (mark: string, others: string) => `
  select u.number, o.mark, o.is_of_survey, o.is_attempt from entrant u cross join lateral (${others}) o
  where u.${mark} in (select mark from met_${mark}) or (select count(*) from met_${mark}) = ${MET_AT_MOST}`

// a mark that no rule asks for finds no respondent: its times are null. One row for each mark that others have.
// Fields that all entrants share travel once (`alike`)
const COUNT_DUPLICATES = new GrowingStatement(
  'ledger_duplicates',
  `with met_fingerprint as materialized (${met('fingerprint', '$5::text[]')}),
  met_address as materialized (${met('address', '($6::text[])::inet[]')}),
  met_rid as materialized (${met('rid', '$7::text[]')}),
  entrant as materialized (
    select e.number, e.fingerprint, e.address::inet as address, e.rid, ($8::int[])[e.alike] as survey_id, ($9::int[])[e.alike] as source_id, ($10::int[])[e.alike] as supplier_id,
      ${since(11)} as fingerprint_since, ${since(12)} as address_since, ${since(13)} as rid_since, ${since(14)} as activity_since
    from (select unnest($2::int[]) as number, unnest($3::int[]) as alike, unnest($4::timestamptz[]) as at, unnest($5::text[]) as fingerprint, unnest($6::text[]) as address,
      unnest($7::text[]) as rid) e
    where exists (select from met_fingerprint) or exists (select from met_address) or exists (select from met_rid)
  )
  select number, mark, count(*) filter (where is_of_survey), count(*) filter (where is_attempt) from (
    ${metBy('fingerprint', othersBy('fingerprint', 'r.fingerprint = u.fingerprint', 'u.fingerprint_since'))}
    union all ${metBy('address', othersBy('address', 'r.address = u.address', 'u.address_since'))}
    union all ${metBy(
      'rid',
      `select ${MARKS.rid} as mark, true as is_of_survey, false as is_attempt from respondent r
       where r.account_id = $1 and r.rid = u.rid and r.survey_id = u.survey_id and r.source_id <> u.source_id and r.supplier_id = u.supplier_id
         and r.entered_at > u.rid_since and not r.is_test offset 0`,
    )}
  ) o group by 1, 2`,
)

const WINDOWS = ['fingerprintSinceMs', 'addressSinceMs', 'ridSinceMs', 'activitySinceMs'] as const
const HOUR_MS = 3_600_000

/** Windows are whole hours. */
const hoursBack = (lookup: DuplicateLookup, name: (typeof WINDOWS)[number]): number | null => {
  const sinceMs = lookup[name]
  return sinceMs === null ? null : Math.round((lookup.atMs - sinceMs) / HOUR_MS)
}

type CountTuple = [number: number, mark: number, ofSurvey: number, attempts: number]

/** Counts the other respondents with an entrant's marks, of the survey and of the account, by the lookup's number: one statement for a batch. */
export async function countDuplicates(
  tx: Tx,
  accountId: number,
  lookups: readonly DuplicateLookup[],
): Promise<Map<number, Duplicates>> {
  if (lookups.length === 0) return new Map()
  const alike = new Map<string, { readonly number: number; readonly lookup: DuplicateLookup }>()
  const numbers = lookups.map(lookup => {
    const { surveyId, sourceId, supplierId } = lookup
    const key = `${surveyId} ${sourceId} ${supplierId} ${hoursBack(lookup, 'fingerprintSinceMs')} ${hoursBack(lookup, 'addressSinceMs')} ${hoursBack(lookup, 'ridSinceMs')} ${hoursBack(lookup, 'activitySinceMs')}`
    const known = alike.get(key) ?? { number: alike.size + 1, lookup }
    if (known.number > alike.size) alike.set(key, known)
    return known.number
  })
  const of = (type: SqlType, valueOf: (lookup: DuplicateLookup) => number | string | null) =>
    binaryArray(type, lookups.map(valueOf))
  const common = (valueOf: (lookup: DuplicateLookup) => number | null) =>
    binaryArray(
      'int',
      [...alike.values()].map(({ lookup }) => valueOf(lookup)),
    )
  let earliestMs = Infinity
  for (const lookup of lookups) for (const name of WINDOWS) earliestMs = Math.min(earliestMs, lookup[name] ?? Infinity)
  const values = [
    accountId,
    of('int', ({ number }) => number),
    binaryArray('int', numbers),
    of('timestamptz', ({ atMs }) => atMs),
    // a mark that no rule asks for is none
    of('text', lookup => ((lookup.fingerprintSinceMs ?? lookup.activitySinceMs) === null ? null : lookup.fingerprint)),
    of('text', lookup => ((lookup.addressSinceMs ?? lookup.activitySinceMs) === null ? null : lookup.address)),
    of('text', lookup => (lookup.ridSinceMs === null ? null : lookup.rid)),
    common(({ surveyId }) => surveyId),
    common(({ sourceId }) => sourceId),
    common(({ supplierId }) => supplierId),
    ...WINDOWS.map(name => common(lookup => hoursBack(lookup, name))),
    new Date(earliestMs),
  ]
  const rows = await COUNT_DUPLICATES.rows<CountTuple>(tx, values, lookups.length)
  const found = new Map(rows.map(([number, mark, ofSurvey, attempts]) => [keyOf(number, mark), { ofSurvey, attempts }]))
  return new Map(lookups.map(lookup => [lookup.number, duplicatesOf(lookup, found)]))
}

const keyOf = (number: number, mark: number): number => number * 4 + mark

/** The counts for the rules that asked; null: none did. */
function duplicatesOf(
  { number, fingerprint, address, fingerprintSinceMs, addressSinceMs, ridSinceMs, activitySinceMs }: DuplicateLookup,
  found: ReadonlyMap<number, { readonly ofSurvey: number; readonly attempts: number }>,
): Duplicates {
  const byFingerprint = found.get(keyOf(number, MARKS.fingerprint))
  const byAddress = found.get(keyOf(number, MARKS.address))
  const isActivityAsked = activitySinceMs !== null
  return {
    sameFingerprint: fingerprintSinceMs === null ? null : (byFingerprint?.ofSurvey ?? 0),
    sameAddress: addressSinceMs === null ? null : (byAddress?.ofSurvey ?? 0),
    sameRid: ridSinceMs === null ? null : (found.get(keyOf(number, MARKS.rid))?.ofSurvey ?? 0),
    ofFingerprint:
      isActivityAsked && fingerprint !== null ? Math.min(byFingerprint?.attempts ?? 0, ATTEMPTS_COUNTED) : null,
    ofAddress: isActivityAsked && address !== null ? Math.min(byAddress?.attempts ?? 0, ATTEMPTS_COUNTED) : null,
  }
}
