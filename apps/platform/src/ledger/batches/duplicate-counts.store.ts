import type { Tx } from '#kernel/db/tx'
import type { MarkLookup } from '../door/duplicates.ts'
import type { Duplicates } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray } from './row-set.ts'

export interface DuplicateLookup extends MarkLookup {
  /** The operation's number in the batch. */
  readonly number: number
  readonly surveyId: number
  readonly sourceId: number
}

/** One more than the highest threshold of activity: what is more active costs no more. */
const ATTEMPTS_COUNTED = 1_001

/**
 * The others of a mark, in one search for both rules that count them: in the survey since a time, and in the account since another. Where no rule of the survey
 * asks, what is more active than any threshold is not counted on.
 */
const othersBy = (mark: string, surveySince: string) => `cross join lateral (
    select count(*) filter (where o.survey_id = u.survey_id and o.entered_at > ${surveySince}) as of_survey, count(*) filter (where o.entered_at > u.activity_since) as attempts
    from (select r.survey_id, r.entered_at from respondent r
      where r.account_id = $1 and ${mark} and r.entered_at > least(${surveySince}, u.activity_since) and not r.is_test
      limit case when ${surveySince} is null then ${ATTEMPTS_COUNTED} end) o
  )`

// what no rule asks for is no search: its time is null
const COUNT_DUPLICATES = new GrowingStatement(
  'ledger_duplicates',
  `select u.number,
    case when u.fingerprint_since is null then null else f.of_survey end,
    case when u.address_since is null then null else a.of_survey end,
    case when u.rid_since is null then null else (select count(*) from respondent r
      where r.account_id = $1 and r.rid = u.rid and r.survey_id = u.survey_id and r.source_id <> u.source_id and r.supplier_id = u.supplier_id
        and r.entered_at > u.rid_since and not r.is_test) end,
    case when u.activity_since is null or u.fingerprint is null then null else least(f.attempts, ${ATTEMPTS_COUNTED}) end,
    case when u.activity_since is null or u.address is null then null else least(a.attempts, ${ATTEMPTS_COUNTED}) end
  from unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::timestamptz[], $8::text[], $9::timestamptz[], $10::text[], $11::timestamptz[], $12::timestamptz[])
    as u(number, survey_id, source_id, supplier_id, fingerprint, fingerprint_since, address, address_since, rid, rid_since, activity_since)
  ${othersBy('r.fingerprint = u.fingerprint', 'u.fingerprint_since')} f
  ${othersBy('r.address = u.address::inet', 'u.address_since')} a`,
)

type CountTuple = [number: number, ...counts: (number | null)[]]

/** Counts the other respondents with an entrant's marks, of the survey and of the account, by the lookup's number: one statement for a batch. */
export async function countDuplicates(
  tx: Tx,
  accountId: number,
  lookups: readonly DuplicateLookup[],
): Promise<Map<number, Duplicates>> {
  if (lookups.length === 0) return new Map()
  const values = [
    accountId,
    binaryArray(
      'int',
      lookups.map(lookup => lookup.number),
    ),
    binaryArray(
      'int',
      lookups.map(lookup => lookup.surveyId),
    ),
    binaryArray(
      'int',
      lookups.map(lookup => lookup.sourceId),
    ),
    binaryArray(
      'int',
      lookups.map(lookup => lookup.supplierId),
    ),
    binaryArray(
      'text',
      lookups.map(lookup => lookup.fingerprint),
    ),
    binaryArray(
      'timestamptz',
      lookups.map(lookup => lookup.fingerprintSinceMs),
    ),
    binaryArray(
      'text',
      lookups.map(lookup => lookup.address),
    ),
    binaryArray(
      'timestamptz',
      lookups.map(lookup => lookup.addressSinceMs),
    ),
    binaryArray(
      'text',
      lookups.map(lookup => lookup.rid),
    ),
    binaryArray(
      'timestamptz',
      lookups.map(lookup => lookup.ridSinceMs),
    ),
    binaryArray(
      'timestamptz',
      lookups.map(lookup => lookup.activitySinceMs),
    ),
  ]
  const rows = await COUNT_DUPLICATES.rows<CountTuple>(tx, values, lookups.length)
  return new Map(
    rows.map(
      ([
        number,
        sameFingerprint = null,
        sameAddress = null,
        sameRid = null,
        ofFingerprint = null,
        ofAddress = null,
      ]) => [number, { sameFingerprint, sameAddress, sameRid, ofFingerprint, ofAddress }],
    ),
  )
}
