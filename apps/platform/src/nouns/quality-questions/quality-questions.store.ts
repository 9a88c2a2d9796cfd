import type { QualityQuestion, QualityQuestionForm } from '@desk/schema/quality-questions/quality-question'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

const selected = (accountId: number, more: RawBuilder<unknown>): RawBuilder<QualityQuestion> => sql<QualityQuestion>`
  select q.quality_question_id as pm_q_uid, q.language_id as language, l.name as language_name, q.question, q.sort_order_nbr, q.edit_version as version
  from quality_question q join language l on l.language_id = q.language_id where q.account_id = ${accountId} ${more}`

/** The account's questions in their order. */
export async function listQuestions(tx: Tx, accountId: number, page: Page): Promise<readonly QualityQuestion[]> {
  const { rows } = await selected(
    accountId,
    sql`order by q.sort_order_nbr, q.quality_question_id limit ${page.limit} offset ${page.offset}`,
  ).execute(tx)
  return rows
}

/** Locks the order of the account's questions until the transaction ends, so that edits run one after the other. */
export async function lockQuestions(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quality questions', ${accountId}))`.execute(tx)
}

export async function findQuestion(tx: Tx, accountId: number, id: number): Promise<QualityQuestion | undefined> {
  const { rows } = await selected(accountId, sql`and q.quality_question_id = ${id}`).execute(tx)
  return rows[0]
}

export async function countQuestions(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from quality_question where account_id = ${accountId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Stores a question behind all others. @returns its id */
export async function insertQuestion(
  tx: Tx,
  accountId: number,
  { language, question }: QualityQuestionForm,
  position: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into quality_question (account_id, language_id, question, sort_order_nbr) values (${accountId}, ${language}, ${question}, ${position})
    returning quality_question_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The question was not stored.')
  return id
}

export async function updateQuestion(
  tx: Tx,
  accountId: number,
  id: number,
  { language, question }: QualityQuestionForm,
): Promise<void> {
  await sql`
    update quality_question set language_id = ${language}, question = ${question}, edit_version = edit_version + 1
    where account_id = ${accountId} and quality_question_id = ${id}`.execute(tx)
}

/** Moves a question to a place; those between close up. */
export async function moveQuestion(tx: Tx, accountId: number, id: number, from: number, to: number): Promise<void> {
  await sql`
    update quality_question set sort_order_nbr = case
        when quality_question_id = ${id} then ${to}::int
        when ${from}::int < ${to}::int then sort_order_nbr - 1
        else sort_order_nbr + 1 end
    where account_id = ${accountId} and sort_order_nbr between least(${from}::int, ${to}::int) and greatest(${from}::int, ${to}::int)`.execute(
    tx,
  )
}

/** Deletes a question; later ones move up. */
export async function deleteQuestion(tx: Tx, accountId: number, id: number, position: number): Promise<void> {
  await sql`delete from quality_question where account_id = ${accountId} and quality_question_id = ${id}`.execute(tx)
  await sql`update quality_question set sort_order_nbr = sort_order_nbr - 1 where account_id = ${accountId} and sort_order_nbr > ${position}`.execute(
    tx,
  )
}
