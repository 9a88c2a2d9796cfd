import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { ScriptedModel } from '../testing/scripted-model.ts'
import { QUESTION_TOKENS_MAX } from './answer-by-model.ts'
import { findBudget, reserve, settle } from './budget.store.ts'

const model = await ScriptedModel.start()
const platform = usePlatform({ modelService: model.settings({ tokensAMonth: 1_000_000, questionsAMinute: 50 }) })
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})
afterAll(() => model.stop())

const limits = (tokens: number | null, questions: number | null) =>
  platform().database.asSystem(tx =>
    sql`update account set assistant_tokens_a_month = ${tokens}, assistant_questions_a_minute = ${questions} where account_id = ${on.study.accountId}`.execute(
      tx,
    ),
  )
const forget = () => platform().database.asSystem(tx => sql`delete from assistant_use`.execute(tx))
const settings = async () => (await on.advanced('GET', '/v1/llm/settings')).body
const ask = async () => (await on.advanced('POST', '/v1/llm', { question: 'how is it going?' })).body
const AT = new Date('2026-11-25T12:00:30.000Z')
const DEFAULTS = { tokensAMonth: 1_000, questionsAMinute: 1_000 }
const within = (accountId: number, at: Date, tokens: number, defaults = DEFAULTS) =>
  platform().database.asAccount(accountId, tx => reserve(tx, accountId, { at, tokens, defaults }))

describe('what an account may use of the model', () => {
  test('is counted as the service counts it, and shown', async () => {
    await forget()
    model.script = () => ({ text: 'Well.', tokens: 777 })
    await ask()
    expect(await settings()).toMatchObject({
      answers_by: 'model',
      model: 'scripted-1',
      budget: { tokens_a_month: 1_000_000, tokens_used: 777, questions_a_minute: 50 },
    })
    // a service that lies uses no more than one question may
    model.script = () => ({ text: 'Well.', tokens: 1e15 })
    await ask()
    expect((await settings()).budget.tokens_used).toBe(777 + QUESTION_TOKENS_MAX)
  })

  test('once it is used up, the grammar answers and says so, until the next month', async () => {
    await forget()
    await limits(QUESTION_TOKENS_MAX + 100, null)
    model.script = () => ({ text: 'Well.', tokens: 101 })
    expect([(await ask()).fallback, (await ask()).fallback]).toEqual([null, 'budget_used'])
    model.seen.length = 0
    const { answered_by: by, parts } = await ask()
    expect([by, parts.length > 0, model.seen.length]).toEqual(['grammar', true, 0])
    await limits(0, null)
    expect(await settings()).toMatchObject({ answers_by: 'grammar', sent: [] })
    await limits(null, null)
  })

  test('questions beyond those of a minute are the grammar’s', async () => {
    await forget()
    await limits(null, 0)
    model.script = () => ({ text: 'Well.' })
    expect((await ask()).fallback).toBe('too_often')
    await limits(null, null)
  })

  test('parallel questions together reserve no more than there is', async () => {
    const { accountId } = on.study
    await forget()
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => within(accountId, AT, 100)))
    expect(outcomes.filter(outcome => outcome === null)).toHaveLength(10)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        platform().database.asAccount(accountId, tx => settle(tx, accountId, { at: AT, reserved: 100, used: 30 })),
      ),
    )
    const budget = await platform().database.readAsAccount(accountId, tx => findBudget(tx, accountId, AT, DEFAULTS))
    expect(budget.tokens_used).toBe(300)
  })

  test('parallel questions of a minute are as many as it may hold, and the next minute holds as many again', async () => {
    const { accountId } = on.study
    await forget()
    const of = (at: Date) =>
      Promise.all(
        Array.from({ length: 20 }, () => within(accountId, at, 1, { tokensAMonth: 1_000, questionsAMinute: 7 })),
      )
    const count = (outcomes: readonly unknown[]) => outcomes.filter(outcome => outcome === null).length
    const next = new Date(AT.getTime() + 60_000)
    expect([count(await of(AT)), count(await of(next)), count(await of(AT))]).toEqual([7, 7, 0])
  })

  test('is each account’s own: no other account’s is seen or used', async () => {
    const { accountId } = on.study
    await forget()
    await within(accountId, AT, 1_000)
    expect(await within(accountId, AT, 1)).toBe('budget_used')
    const rows = await platform().database.asAccount(accountId + 1_000, tx =>
      sql`select * from assistant_use`.execute(tx).then(found => found.rows),
    )
    expect(rows).toEqual([])
    expect((await on.otherAccount('GET', '/v1/llm/settings')).body.budget.tokens_used).toBe(0)
  })
})
