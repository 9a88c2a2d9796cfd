import { priceOf, type BuyerPricing } from '@desk/schema/rate-cards/rate-card'
import type { Tx } from '#kernel/db/tx'
import { findPricedProject, findPricedSurvey, findRateCard, type PricedStudy } from './rate-cards.store.ts'

export interface PriceQuery {
  readonly est_loi: number
  readonly qualifying_rate: number
  readonly pm_cy_cs_id?: number
  readonly pm_sy_ud?: number
  readonly pm_proj_ud?: number
  readonly business_unit_ud?: number
}

const NO_STUDY: PricedStudy = { businessUnitId: null, countryId: null, launchedAt: null }
const NO_CARD: BuyerPricing = {
  rate_card_ud: null,
  rate_card_name: null,
  version: null,
  effective_from: null,
  currency: null,
  price: null,
  reason: 'no_rate_card',
  loi_minutes: null,
  ir_percent: null,
  is_predicted: true,
}

/** The rate card's price for a survey, or for a new one (api:S9); undefined when there is no such survey or project. */
export async function readBuyerPricing(
  tx: Tx,
  accountId: number,
  asked: PriceQuery,
  now: Date,
): Promise<BuyerPricing | undefined> {
  const study = await studyOf(tx, accountId, asked)
  if (study === undefined) return undefined
  const { launchedAt, businessUnitId } = study
  const card = await findRateCard(tx, accountId, {
    countryId: asked.pm_cy_cs_id ?? study.countryId,
    businessUnitId: businessUnitId ?? asked.business_unit_ud ?? null,
    at: launchedAt ?? now,
  })
  if (card === undefined) return { ...NO_CARD, is_predicted: launchedAt === null }
  const found = priceOf(card, asked.est_loi, asked.qualifying_rate)
  return {
    rate_card_ud: card.id,
    rate_card_name: card.name,
    version: card.version,
    effective_from: card.effectiveFrom.toISOString(),
    currency: card.currency,
    ...(found.priceCents === null
      ? { price: null, reason: found.reason, loi_minutes: null, ir_percent: null }
      : { price: found.priceCents / 100, reason: null, loi_minutes: found.loiMinutes, ir_percent: found.irPercent }),
    is_predicted: launchedAt === null,
  }
}

async function studyOf(
  tx: Tx,
  accountId: number,
  { pm_sy_ud: surveyId, pm_proj_ud: projectId }: PriceQuery,
): Promise<PricedStudy | undefined> {
  if (surveyId !== undefined) return findPricedSurvey(tx, accountId, surveyId)
  return projectId === undefined ? NO_STUDY : findPricedProject(tx, accountId, projectId)
}
