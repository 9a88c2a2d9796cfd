import { SentToModel } from '@desk/schema/assistant/answer'
import { Schema } from 'effect'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Owner } from '../conversations.store.ts'

const EARLIER_MAX = 6

/** The latest questions of a conversation, oldest first. */
export async function earlierQuestions(
  tx: Tx,
  { accountId, userId }: Owner,
  conversationId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ question: string }>`
    select m.answer ->> 'question' as question from assistant_message m
    join assistant_conversation c on c.account_id = m.account_id and c.conversation_id = m.conversation_id
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and c.user_id = ${userId}
    order by m.number desc limit ${EARLIER_MAX}`.execute(tx)
  return rows.map(({ question }) => question).toReversed()
}

/** Keeps what left the desk for an answer. */
export async function keepSent(
  tx: Tx,
  accountId: number,
  {
    conversationId,
    number,
    sent,
  }: { readonly conversationId: number; readonly number: number; readonly sent: SentToModel },
): Promise<void> {
  await sql`
    update assistant_message set sent = ${JSON.stringify(sent)}::jsonb
    where account_id = ${accountId} and conversation_id = ${conversationId} and number = ${number}`.execute(tx)
}

const decodeSent = Schema.decodeUnknownSync(SentToModel)

/**
 * The data sent from the desk for an answer, and its view; undefined: none was sent, or the owner has no such answer.
 */
export async function findSent(
  tx: Tx,
  { accountId, userId }: Owner,
  conversationId: number,
  number: number,
): Promise<{ readonly isInternalView: boolean; readonly sent: SentToModel } | undefined> {
  const { rows } = await sql<{ isInternalView: boolean; sent: unknown }>`
    select m.is_internal_view as "isInternalView", m.sent from assistant_message m
    join assistant_conversation c on c.account_id = m.account_id and c.conversation_id = m.conversation_id
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and m.number = ${number}
      and c.user_id = ${userId} and m.sent is not null`.execute(tx)
  return rows[0] && { ...rows[0], sent: decodeSent(rows[0].sent) }
}
