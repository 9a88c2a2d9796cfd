import type { AssistantBudget } from '@desk/schema/assistant/answer'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The limits of an account that has none of its own. */
interface DefaultLimits {
  readonly tokensAMonth: number
  readonly questionsAMinute: number
}

const monthOf = (at: Date): string => `${at.toISOString().slice(0, 'yyyy-mm'.length)}-01`
const MINUTE_MS = 60_000
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

interface Limits {
  readonly tokens: string
  readonly questions: number
}

async function limitsOf(tx: Tx, accountId: number, { tokensAMonth, questionsAMinute }: DefaultLimits) {
  const { rows } = await sql<Limits>`
    select coalesce(assistant_tokens_a_month, ${tokensAMonth}::bigint)::text as tokens,
           coalesce(assistant_questions_a_minute, ${questionsAMinute}::int) as questions
    from account where account_id = ${accountId}`.execute(tx)
  const [found] = rows
  return { tokens: Number(found?.tokens ?? 0), questions: found?.questions ?? 0 }
}

/** An account's limits and use of the model this month. */
export async function findBudget(
  tx: Tx,
  accountId: number,
  at: Date,
  defaults: DefaultLimits,
): Promise<AssistantBudget> {
  const { tokens, questions } = await limitsOf(tx, accountId, defaults)
  const { rows } = await sql<{ tokens: string }>`
    select tokens::text from assistant_use where account_id = ${accountId} and month = ${monthOf(at)}::date`.execute(tx)
  return { tokens_a_month: tokens, tokens_used: Number(rows[0]?.tokens ?? 0), questions_a_minute: questions }
}

/**
 * Reserves tokens for a question, within what its account may use this month and this minute. Parallel questions wait for each other's row, so that
 * together they reserve no more than one after the other.
 * @returns null: they are reserved; else which limit is reached
 */
export async function reserve(
  tx: Tx,
  accountId: number,
  { at, tokens, defaults }: { readonly at: Date; readonly tokens: number; readonly defaults: DefaultLimits },
): Promise<'budget_used' | 'too_often' | null> {
  const limits = await limitsOf(tx, accountId, defaults)
  if (limits.tokens < tokens) return 'budget_used'
  if (limits.questions < 1) return 'too_often'
  const minute = minuteOf(at)
  const { rows } = await sql`
    insert into assistant_use as u (account_id, month, tokens, questions, minute, minute_questions)
    values (${accountId}, ${monthOf(at)}::date, ${tokens}, 1, ${minute}, 1)
    on conflict (account_id, month) do update set
      tokens = u.tokens + excluded.tokens,
      questions = u.questions + 1,
      minute = greatest(u.minute, excluded.minute),
      minute_questions = case when u.minute >= excluded.minute then u.minute_questions + 1 else 1 end
    where u.tokens + excluded.tokens <= ${limits.tokens}
      and (u.minute < excluded.minute or u.minute_questions < ${limits.questions})
    returning 1`.execute(tx)
  if (rows.length > 0) return null
  const { tokens_used: used } = await findBudget(tx, accountId, at, defaults)
  return used + tokens > limits.tokens ? 'budget_used' : 'too_often'
}

/** Replaces a question's reservation by its actual use. */
export async function settle(
  tx: Tx,
  accountId: number,
  { at, reserved, used }: { readonly at: Date; readonly reserved: number; readonly used: number },
): Promise<void> {
  await sql`
    update assistant_use set tokens = greatest(0, tokens - ${reserved}::bigint + ${used}::bigint)
    where account_id = ${accountId} and month = ${monthOf(at)}::date`.execute(tx)
}
