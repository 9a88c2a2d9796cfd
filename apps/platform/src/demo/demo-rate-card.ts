import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const LOI_MINUTES = [5, 10, 15, 20, 30]
const IR_PERCENTS = [90, 70, 50, 30, 15]
// in cents: a row for each LOI, a column for each IR; an interview of 30 minutes at 15 % is priced by quote
const PRICES = [
  [210, 240, 280, 370, 560],
  [240, 280, 320, 430, 650],
  [290, 330, 390, 520, 790],
  [350, 400, 470, 630, 960],
  [480, 550, 650, 880, null],
]

/** Gives an account one rate card, for every country and business unit. */
export async function makeDemoRateCard(tx: Tx, accountId: number): Promise<void> {
  await sql`
    insert into rate_card (account_id, name, currency, version, effective_from, loi_minutes, ir_percents, prices_minor, cpi_min, cpi_max)
    values (${accountId}, 'General population', 'USD', 1, '2020-01-01T00:00:00Z', ${LOI_MINUTES}::int[], ${IR_PERCENTS}::numeric[], ${JSON.stringify(PRICES)}::jsonb, 200, 3000)`.execute(
    tx,
  )
}
