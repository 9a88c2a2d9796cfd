import type { RuleSetting } from '@desk/schema/defender/rules'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { SecurityTuple } from '#ledger/door/door-rules-of'
import type { MarkLookup } from '#ledger/door/duplicates'
import type { Duplicates, LengthSpread } from '#ledger/facts/ledger-facts'
import type { SurveyScores } from '#ledger/facts/ledger-lines'

/** The settings that judge a project's entrants: the account's default, the project's own, each survey's and each supplier's security. */
export interface SettingsAround {
  readonly account: readonly RuleSetting[]
  readonly project: readonly RuleSetting[]
  readonly surveys: readonly (readonly [surveyId: number, rules: readonly RuleSetting[]])[]
  readonly securities: readonly SecurityTuple[]
}

/** The project of a survey; undefined: the account has no such survey. */
export async function findProjectOf(tx: Tx, accountId: number, surveyId: number): Promise<number | undefined> {
  const { rows } = await sql<{ readonly projectId: number }>`
    select project_id as "projectId" from survey where account_id = ${accountId} and survey_id = ${surveyId}`.execute(
    tx,
  )
  return rows[0]?.projectId
}

/** Reads what judges a project's entrants; undefined: the account has no such project. */
export async function findSettingsAround(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<SettingsAround | undefined> {
  const { rows } = await sql<SettingsAround>`
    select coalesce((select rules from account_defender where account_id = ${accountId}), '[]') as account,
      coalesce((select rules from project_defender d where d.account_id = p.account_id and d.project_id = p.project_id), '[]') as project,
      coalesce((select jsonb_agg(jsonb_build_array(y.survey_id,
          (select coalesce(jsonb_agg(jsonb_build_object('rule', d.rule, 'mode', d.mode, 'threshold', d.threshold, 'window_hours', d.window_hours)), '[]')
            from defender_rule d where d.account_id = y.account_id and d.survey_id = y.survey_id)))
        from survey y where y.account_id = p.account_id and y.project_id = p.project_id), '[]') as surveys,
      coalesce((select jsonb_agg(jsonb_build_array(u.supplier_id, u.security_level, u.activity_enabled, u.token_threshold,
          case when u.text_analytics then u.language_threshold end, case when u.bot_detection then u.threat_level end))
        from supplier u where u.account_id = p.account_id), '[]') as securities
    from project p where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  return rows[0]
}

/** An entrant, with the door's facts about them and the verdicts against them. */
export interface PastEntrant {
  readonly surveyId: number
  readonly sourceId: number
  readonly supplierId: number | null
  readonly rid: string
  readonly fingerprint: string | null
  readonly address: string | null
  readonly atMs: number
  readonly code: RespondentCode
  readonly country: string | null
  readonly fromDatacentre: boolean
  readonly sourceCountry: string | null
  /** A rule refused them that is none of Defender's. */
  readonly refusedOtherwise: boolean
  /** A Defender rule refused them, or their complete. */
  readonly refusedByDefender: boolean
  /** Such a rule refused their complete at its return. */
  readonly refusedAtReturn: boolean
  readonly interviewSeconds: number | null
  readonly statedSeconds: number
  /** A complete came back with a bad hash, or none, or of a respondent who was never in the survey. */
  readonly isGhost: boolean
  /** The burst rule spoke against their entry. */
  readonly cameInBurst: boolean
  readonly scores: SurveyScores | null
  readonly spread: LengthSpread | null
}

/** The latest entrants of a project, or of one of its surveys, since a moment, tests left out; by the time in their ids, so that older ones cost nothing. */
export async function findPastEntrants(
  tx: Tx,
  accountId: number,
  projectId: number,
  surveyId: number | null,
  sinceMs: number,
  limit: number,
): Promise<readonly PastEntrant[]> {
  const { rows } = await sql<PastEntrant>`
    select r.survey_id as "surveyId", r.source_id as "sourceId", r.supplier_id as "supplierId", r.rid, r.fingerprint, host(r.address) as address,
      round(extract(epoch from r.entered_at) * 1000)::float8 as "atMs", r.code, e.country, coalesce(e.from_datacentre, false) as "fromDatacentre",
      (select iso2 from country c where c.country_id = coalesce(s.country_id, y.country_id)) as "sourceCountry",
      coalesce(v.otherwise, false) as "refusedOtherwise", coalesce(v.by_defender, false) as "refusedByDefender", coalesce(v.at_return, false) as "refusedAtReturn",
      r.interview_seconds as "interviewSeconds", r.loi_stated_seconds as "statedSeconds", coalesce(v.ghost or b.ghost, false) as "isGhost", coalesce(v.burst, false) as "cameInBurst", b.scores,
      case when l.lengths is not null then json_build_object('lengths', l.lengths, 'lnMedian', l.ln_median, 'lnMad', l.ln_mad) end as spread
    from (
      select * from respondent where account_id = ${accountId} and rdud >= ${firstIdAt(sinceMs)}::uuid and project_id = ${projectId} and (${surveyId}::int is null or survey_id = ${surveyId})
        and entered_at >= to_timestamp(${sinceMs}::float8 / 1000) and not is_test
      order by rdud desc limit ${limit}) r
    join source s on s.account_id = r.account_id and s.source_id = r.source_id
    join survey y on y.account_id = r.account_id and y.survey_id = r.survey_id
    left join lateral (select country, from_datacentre from respondent_event e
      where e.account_id = r.account_id and e.rdud = r.rdud and e.at = r.entered_at and e.from_code is null limit 1) e on true
    left join lateral (select bool_or(x.rule <> all(${[...DEFENDER_RULES]}::text[])) filter (where x.refused) as otherwise,
        bool_or(x.rule = any(${[...DEFENDER_RULES]}::text[])) filter (where x.refused) as by_defender, bool_or(x.at_return) filter (where x.refused) as at_return,
        bool_or(x.rule = 'ghost') as ghost, bool_or(x.rule = 'burst') as burst
      from rule_verdict x where x.account_id = r.account_id and x.rdud = r.rdud) v on true
    left join length_spread l on l.account_id = r.account_id and l.source_id = r.source_id
    left join lateral (select bool_or(x.detail ->> 'inbound' = '1000' and (x.detail ->> 'hash' in ('missing', 'wrong') or x.from_code in (20, 21, 22))) as ghost,
        (array_agg(x.detail -> 'scores') filter (where x.detail ? 'scores'))[1] as scores
      from respondent_event x where x.account_id = r.account_id and x.rdud = r.rdud and x.detail is not null and x.from_code is not null) b on true`.execute(
    tx,
  )
  return rows
}

/** The first id of a moment: their first 48 bits are its milliseconds. */
const firstIdAt = (atMs: number): string => atMs.toString(16).padStart(12, '0').padEnd(32, '0')

export interface PastLookup extends MarkLookup {
  /** Its place among the entrants. */
  readonly number: number
  readonly surveyId: number
  readonly sourceId: number
  readonly atMs: number
}

/** More than the highest threshold of activity is not counted. */
const ATTEMPTS_COUNTED = 1_001

/** Counts the others with an entrant's marks who had entered before, as the door did then, by the entrant's place. */
export async function countEarlier(
  tx: Tx,
  accountId: number,
  lookups: readonly PastLookup[],
): Promise<ReadonlyMap<number, Duplicates>> {
  if (lookups.length === 0) return new Map()
  const { rows } = await sql<Duplicates & { readonly number: number }>`
    select u.number,
      case when u."fingerprintSinceMs" is not null then (select count(*)::int from respondent r
        where r.account_id = ${accountId} and r.survey_id = u."surveyId" and r.fingerprint = u.fingerprint and not r.is_test
          and r.entered_at > to_timestamp(u."fingerprintSinceMs" / 1000) and r.entered_at < to_timestamp(u."atMs" / 1000)) end as "sameFingerprint",
      case when u."addressSinceMs" is not null then (select count(*)::int from respondent r
        where r.account_id = ${accountId} and r.survey_id = u."surveyId" and r.address = u.address::inet and not r.is_test
          and r.entered_at > to_timestamp(u."addressSinceMs" / 1000) and r.entered_at < to_timestamp(u."atMs" / 1000)) end as "sameAddress",
      case when u."ridSinceMs" is not null then (select count(*)::int from respondent r
        where r.account_id = ${accountId} and r.rid = u.rid and r.survey_id = u."surveyId" and r.source_id <> u."sourceId" and r.supplier_id = u."supplierId" and not r.is_test
          and r.entered_at > to_timestamp(u."ridSinceMs" / 1000) and r.entered_at < to_timestamp(u."atMs" / 1000)) end as "sameRid",
      case when u."activitySinceMs" is not null and u.fingerprint is not null then (select count(*)::int from (select from respondent r
        where r.account_id = ${accountId} and r.fingerprint = u.fingerprint and not r.is_test
          and r.entered_at > to_timestamp(u."activitySinceMs" / 1000) and r.entered_at < to_timestamp(u."atMs" / 1000) limit ${ATTEMPTS_COUNTED}) a) end as "ofFingerprint",
      case when u."activitySinceMs" is not null and u.address is not null then (select count(*)::int from (select from respondent r
        where r.account_id = ${accountId} and r.address = u.address::inet and not r.is_test
          and r.entered_at > to_timestamp(u."activitySinceMs" / 1000) and r.entered_at < to_timestamp(u."atMs" / 1000) limit ${ATTEMPTS_COUNTED}) a) end as "ofAddress"
    from jsonb_to_recordset(${JSON.stringify(lookups)}::jsonb) as u(number int, "surveyId" int, "sourceId" int, "supplierId" int, rid text, fingerprint text, address text,
      "atMs" float8, "fingerprintSinceMs" float8, "addressSinceMs" float8, "ridSinceMs" float8, "activitySinceMs" float8)`.execute(
    tx,
  )
  return new Map(rows.map(({ number, ...counts }) => [number, counts]))
}

/** More addresses of a network, or entries from it, are not counted. */
const NETWORK_COUNTED = 5_000

/** How many addresses of an entrant's network had entered the account's surveys in the hour up to them, theirs included, by the entrant's place. */
export async function countNetworkAddresses(
  tx: Tx,
  accountId: number,
  lookups: readonly { readonly number: number; readonly address: string; readonly atMs: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (lookups.length === 0) return new Map()
  const { rows } = await sql<{ readonly number: number; readonly addresses: number }>`
    select u.number, (select count(distinct a.address)::int from (select r.address from respondent r
      where r.account_id = ${accountId} and r.address between host(network(n.net))::inet and host(broadcast(n.net))::inet and not r.is_test
        and r.entered_at > to_timestamp(u."atMs" / 1000) - interval '1 hour' and r.entered_at <= to_timestamp(u."atMs" / 1000) limit ${NETWORK_COUNTED}) a) as addresses
    from jsonb_to_recordset(${JSON.stringify(lookups)}::jsonb) as u(number int, address text, "atMs" float8)
    cross join lateral (select set_masklen(u.address::inet, case family(u.address::inet) when 6 then 48 else 24 end) as net) n`.execute(
    tx,
  )
  return new Map(rows.map(({ number, addresses }) => [number, addresses]))
}
