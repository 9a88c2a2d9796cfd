import { ERASED } from '@desk/schema/statements/statement-line'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'

/** Whether a text has one of the RDUDs: a message may be about a thousand respondents. */
const namesOne = (body: ReturnType<typeof sql>, hexes: readonly string[]) => sql`
  exists (select from regexp_matches(${body}, '-([0-9a-f]{32})"', 'g') m where m[1] = any(${hexes}::text[]))`

/**
 * Erases the rids of respondents in messages for endpoints: in stored deliveries, and in the feed, of which deliveries
 * are made.
 * @returns the deliveries that have changed
 */
export async function eraseInMessages(tx: Tx, accountId: number, hexes: readonly string[]): Promise<number> {
  const rduds = new Set(hexes.map(hex => formatRdud(accountId, hex)))
  const erased = (body: string): string => JSON.stringify(withoutRids(JSON.parse(body), rduds))
  const { rows: fed } = await sql<{ position: string; body: string }>`
    select position::text as position, body::text as body from change_feed
    where account_id = ${accountId} and body is not null and ${namesOne(sql`body::text`, hexes)} for update`.execute(tx)
  if (fed.length > 0)
    await sql`
      update change_feed f set body = u.body::jsonb from unnest(${fed.map(({ position }) => position)}::bigint[], ${fed.map(({ body }) => erased(body))}::text[]) as u(position, body)
      where f.account_id = ${accountId} and f.position = u.position`.execute(tx)
  const { rows: sent } = await sql<{ webhookId: number; number: string; body: string }>`
    select webhook_id as "webhookId", number::text as number, body from webhook_delivery
    where account_id = ${accountId} and ${namesOne(sql`body`, hexes)} for update`.execute(tx)
  if (sent.length > 0)
    await sql`
      update webhook_delivery d set body = u.body
      from unnest(${sent.map(({ webhookId }) => webhookId)}::int[], ${sent.map(({ number }) => number)}::bigint[], ${sent.map(({ body }) => erased(body))}::text[]) as u(webhook_id, number, body)
      where d.webhook_id = u.webhook_id and d.number = u.number`.execute(tx)
  return sent.length
}

/** The same value; each object that names one of the respondents has no rid any more. */
function withoutRids(value: unknown, rduds: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(one => withoutRids(one, rduds))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isErased = entries.some(([key, one]) => key === 'rdud' && typeof one === 'string' && rduds.has(one))
  return Object.fromEntries(
    entries.map(([key, one]) => [key, isErased && key === 'rid' ? ERASED : withoutRids(one, rduds)]),
  )
}
