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

const attempts = (mark: string) => `(select count(*) from (select from respondent r
      where r.account_id = $1 and ${mark} and r.entered_at > u.activity_since and not r.is_test limit ${ATTEMPTS_COUNTED}) a)`

// what no rule asks for is no search: its time is null
const COUNT_DUPLICATES = new GrowingStatement(
  'ledger_duplicates',
  `select u.number,
    case when u.fingerprint_since is null then null else (select count(*) from respondent r
      where r.account_id = $1 and r.survey_id = u.survey_id and r.fingerprint = u.fingerprint and r.entered_at > u.fingerprint_since and not r.is_test) end,
    case when u.address_since is null then null else (select count(*) from respondent r
      where r.account_id = $1 and r.survey_id = u.survey_id and r.address = u.address::inet and r.entered_at > u.address_since and not r.is_test) end,
    case when u.rid_since is null then null else (select count(*) from respondent r
      where r.account_id = $1 and r.rid = u.rid and r.survey_id = u.survey_id and r.source_id <> u.source_id and r.supplier_id = u.supplier_id
        and r.entered_at > u.rid_since and not r.is_test) end,
    case when u.activity_since is null or u.fingerprint is null then null else ${attempts('r.fingerprint = u.fingerprint')} end,
    case when u.activity_since is null or u.address is null then null else ${attempts('r.address = u.address::inet')} end
  from unnest($2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::timestamptz[], $8::text[], $9::timestamptz[], $10::text[], $11::timestamptz[], $12::timestamptz[])
    as u(number, survey_id, source_id, supplier_id, fingerprint, fingerprint_since, address, address_since, rid, rid_since, activity_since)`,
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
