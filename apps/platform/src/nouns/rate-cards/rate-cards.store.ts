import type { RateGrid } from '@desk/schema/rate-cards/rate-card'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

export interface RateCard extends RateGrid {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly currency: string
  readonly effectiveFrom: Date
}

/** The subject of a price query. */
export interface PricedFor {
  readonly countryId: number | null
  readonly businessUnitId: number | null
  /** The moment at which the card must be in force. */
  readonly at: Date
}

/**
 * The rate card in force (domain.md §6): a business unit's card precedes the account's, a country's precedes one for all
 * countries. Of each card the latest version counts; one that was withdrawn by then leaves its place to the next card.
 */
export async function findRateCard(
  tx: Tx,
  accountId: number,
  { countryId, businessUnitId, at }: PricedFor,
): Promise<RateCard | undefined> {
  const { rows } = await sql<RateCard>`
    select rate_card_id as id, name, version, currency, effective_from as "effectiveFrom", loi_minutes, ir_percents::float8[] as ir_percents, prices_minor, cpi_min, cpi_max
    from (
      select distinct on (business_unit_id, country_id) * from rate_card
      where account_id = ${accountId} and effective_from <= ${at}
        and (business_unit_id is null or business_unit_id = ${businessUnitId}::int) and (country_id is null or country_id = ${countryId}::int)
      order by business_unit_id, country_id, version desc) c
    where not is_withdrawn
    order by business_unit_id is null, country_id is null
    limit 1`.execute(tx)
  return rows[0]
}

/** The facts of a survey or project that decide its price. */
export interface PricedStudy {
  readonly businessUnitId: number | null
  readonly countryId: number | null
  /** When the survey was launched first; null: it never was, or it is a project. */
  readonly launchedAt: Date | null
}

export async function findPricedSurvey(tx: Tx, accountId: number, surveyId: number): Promise<PricedStudy | undefined> {
  const { rows } = await sql<PricedStudy>`
    select p.business_unit_id as "businessUnitId", v.country_id as "countryId",
           (select min(e.at) from status_event e
            where e.account_id = v.account_id and e.scope = 'survey' and e.scope_id = v.survey_id and e.to_status = 1) as "launchedAt"
    from survey v join project p on p.account_id = v.account_id and p.project_id = v.project_id
    where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(tx)
  return rows[0]
}

export async function findPricedProject(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<PricedStudy | undefined> {
  const { rows } = await sql<PricedStudy>`
    select business_unit_id as "businessUnitId", country_id as "countryId", null as "launchedAt"
    from project where account_id = ${accountId} and project_id = ${projectId}`.execute(tx)
  return rows[0]
}
