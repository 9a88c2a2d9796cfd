import { AssistantAnswer, type Conversation } from '@desk/schema/assistant/answer'
import { Schema } from 'effect'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** The owner of conversations: no one reads those of others. */
export interface Owner {
  readonly accountId: number
  readonly userId: number
}

interface ConversationRow {
  readonly id: number
  readonly title: string
  readonly messages: number
  readonly beganAt: Date
  readonly lastAt: Date
}

const COLUMNS = sql`conversation_id as id, title, messages, began_at as "beganAt", last_at as "lastAt"`
const ofOwner = ({ accountId, userId }: Owner) => sql`account_id = ${accountId} and user_id = ${userId}`

const onWire = ({ id, title, messages, beganAt, lastAt }: ConversationRow): Conversation => ({
  conversation_id: id,
  title,
  messages,
  began_at: beganAt.toISOString(),
  last_at: lastAt.toISOString(),
})

/** A user's conversations, the last used first. */
export async function listConversations(
  tx: Tx,
  owner: Owner,
  { limit, offset }: Page,
): Promise<readonly Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from assistant_conversation where ${ofOwner(owner)}
    order by last_at desc, conversation_id desc limit ${limit} offset ${offset}`.execute(tx)
  return rows.map(onWire)
}

export async function findConversation(tx: Tx, owner: Owner, id: number): Promise<Conversation | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from assistant_conversation where ${ofOwner(owner)} and conversation_id = ${id}`.execute(tx)
  return rows[0] && onWire(rows[0])
}

/** The same, locked until the transaction ends: its answers are numbered one after the other. */
export async function lockConversation(tx: Tx, owner: Owner, id: number): Promise<Conversation | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from assistant_conversation where ${ofOwner(owner)} and conversation_id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0] && onWire(rows[0])
}

export async function insertConversation(
  tx: Tx,
  { accountId, userId }: Owner,
  title: string,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into assistant_conversation (account_id, user_id, title, began_at, last_at)
    values (${accountId}, ${userId}, ${title}, ${at}, ${at}) returning conversation_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An inserted row is returned.')
  return id
}

export async function insertAnswer(
  tx: Tx,
  { accountId }: Owner,
  answer: AssistantAnswer,
  isInternalView: boolean,
): Promise<void> {
  await sql`
    insert into assistant_message (account_id, conversation_id, number, is_internal_view, answer)
    values (${accountId}, ${answer.conversation_id}, ${answer.number}, ${isInternalView}, ${JSON.stringify(answer)}::jsonb)`.execute(
    tx,
  )
  await sql`
    update assistant_conversation set messages = ${answer.number}, last_at = ${answer.asked_at}::timestamptz
    where account_id = ${accountId} and conversation_id = ${answer.conversation_id}`.execute(tx)
}

const decodeAnswer = Schema.decodeUnknownSync(AssistantAnswer)

/** An answer that was given in a view. */
export interface StoredAnswer {
  readonly isInternalView: boolean
  readonly answer: AssistantAnswer
}

/** The answers of a conversation, oldest first. */
export async function listAnswers(tx: Tx, accountId: number, conversationId: number): Promise<readonly StoredAnswer[]> {
  const { rows } = await sql<{ isInternalView: boolean; answer: unknown }>`
    select is_internal_view as "isInternalView", answer from assistant_message
    where account_id = ${accountId} and conversation_id = ${conversationId} order by number`.execute(tx)
  return rows.map(({ isInternalView, answer }) => ({ isInternalView, answer: decodeAnswer(answer) }))
}

/** Deletes a conversation with its answers. @returns whether there was one */
export async function removeConversation(tx: Tx, owner: Owner, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from assistant_conversation where ${ofOwner(owner)} and conversation_id = ${id} returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Deletes conversations without a question for the days of their account, the oldest first. @returns how many
 * @param days of accounts that set none
 */
export async function removeOldConversations(tx: Tx, at: Date, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from assistant_conversation
    where (account_id, conversation_id) in (
      select c.account_id, c.conversation_id from assistant_conversation c left join retention t on t.account_id = c.account_id
      where c.last_at < ${at}::timestamptz - make_interval(days => coalesce(t.journals_days, ${days}::int))
      order by c.last_at limit ${limit} for update of c skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
