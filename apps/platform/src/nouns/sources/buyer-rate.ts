import type { Caller } from '@desk/api/authorization'
import { centsOf } from '@desk/schema/accounts/currency'
import { may } from '@desk/schema/permissions/permissions'
import type { BuyerRate, BuyerRateChanges } from '@desk/schema/sources/source-suppliers'
import type { DearestSource } from '@desk/schema/surveys/survey-warnings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import { dearestSource } from './dearest-source-sql.ts'

interface Row {
  readonly ownCents: number | null
  readonly projectCents: number | null
  readonly version: number
  readonly dearestSource: DearestSource | null
}

/** The client's price for a complete of a survey (api:T11), and to those who see the supply side the price of the dearest source. */
export async function findBuyerRate(
  tx: Tx,
  { accountId, user }: Pick<Caller, 'accountId' | 'user'>,
  surveyId: number,
): Promise<BuyerRate | undefined> {
  const { rows } = await sql<Row>`
    select v.sell_price_cents as "ownCents", p.sell_price_cents as "projectCents", v.edit_version as version,
           ${dearestSource(sql`s.account_id = v.account_id and s.survey_id = v.survey_id`)} as "dearestSource"
    from survey v join project p on p.account_id = v.account_id and p.project_id = v.project_id
    where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(tx)
  const [row] = rows
  const inUnits = (cents: number | null) => (cents === null ? null : cents / 100)
  return (
    row && {
      pm_sy_ud: surveyId,
      pm_sy_client_cpi: inUnits(row.ownCents),
      project_client_cpi: inUnits(row.projectCents),
      ...(may(user, 'see the supply side') ? { dearest_source: row.dearestSource } : {}),
      version: row.version,
    }
  )
}

/** Changes the sell price of a survey (api:T12), which is also in its form: both share one version. */
export function setBuyerRate(
  tx: Tx,
  actor: Actor,
  surveyId: number,
  { pm_sy_client_cpi: price, version }: BuyerRateChanges,
): Promise<Outcome<BuyerRate>> {
  const { accountId } = actor
  const cents = centsOf(price)
  const read = () => findBuyerRate(tx, actor, surveyId)
  return edit(tx, actor, {
    scope: 'survey',
    id: surveyId,
    async lock() {
      await sql`select from survey where account_id = ${accountId} and survey_id = ${surveyId} for no key update`.execute(
        tx,
      )
      return read()
    },
    judge: stored => ({ before: stored.pm_sy_client_cpi, after: cents / 100 }),
    version: stored => ({ seen: version, stored: stored.version }),
    async write() {
      await sql`update survey set sell_price_cents = ${cents}, edit_version = edit_version + 1 where account_id = ${accountId} and survey_id = ${surveyId}`.execute(
        tx,
      )
    },
    changed: stored => ({
      before: { pm_sy_client_cpi: stored.pm_sy_client_cpi },
      after: { pm_sy_client_cpi: cents / 100 },
    }),
    read: async () => requireFound(await read(), 'survey'),
  })
}
