import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { actOnce, forgetKeys, type OnceKey } from './act-once.ts'

const fresh = useDatabase()
const at = new Date('2026-11-20T12:00:00Z')

async function newKey(key: string): Promise<OnceKey> {
  const make = new StudyMaker(fresh().database)
  const accountId = await make.account()
  return { accountId, userId: (await make.user({ accountId })).userId, key, request: ['write', 1, null], at }
}

test('an act that throws leaves nothing, and the same key may try again', async () => {
  const once = await newKey('k')
  const act = (answer: () => string) =>
    fresh().database.asAccount(once.accountId, tx =>
      actOnce(tx, once, async () => ({ httpStatus: 200, answer: answer() })),
    )
  await expect(
    act(() => {
      throw new Error('not today')
    }),
  ).rejects.toThrow('not today')
  expect(await act(() => 'first')).toEqual({ kind: 'answer', answer: 'first' })
  expect(await act(() => 'second')).toEqual({ kind: 'answer', answer: 'first' })
})

test('forgets the keys from before a moment, and no others', async () => {
  const old = await newKey('old')
  const young = { ...old, key: 'young', at: new Date(at.getTime() + 1) }
  for (const once of [old, young])
    await fresh().database.asAccount(old.accountId, tx =>
      actOnce(tx, once, async () => ({ httpStatus: 200, answer: 1 })),
    )
  await fresh().database.asSystem(tx => forgetKeys(tx, young.at))
  const { rows } = await fresh().database.readAsSystem(tx =>
    sql`select key from idempotency_key where account_id = ${old.accountId}`.execute(tx),
  )
  expect(rows).toEqual([{ key: 'young' }])
})
