import { QUALIFICATION_ACCESS } from '@desk/schema/qualifications/qualification-codes'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let on: Stage
let userId: number
let elsewhere: number
/** A user whose session is in another account, and who is also a member of the study's. */
let member: Ask
let outsider: Ask
let precodes = 0
let ids: Readonly<Record<string, number>>

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, sourceIds, supplierId } = on.study
  ids = {
    project: projectId,
    survey: surveyId,
    source: sourceIds[0]!,
    supplier: supplierId,
    qualification: await qualification(accountId, QUALIFICATION_ACCESS.public),
  }
  elsewhere = await on.make.account({ name: 'Elsewhere' })
  const [one, other] = [
    await on.make.user({ accountId: elsewhere, roleId: 2 }),
    await on.make.user({ accountId: elsewhere, roleId: 2 }),
  ]
  ;[userId, member, outsider] = [one.userId, await asks(one.username), await asks(other.username)]
  await belong(userId, accountId)
  // a member of two accounts too, neither of them the study's
  await belong(other.userId, await on.make.account({ name: 'Third' }))
})

async function asks(username: string): Promise<Ask> {
  const token = await platform().signIn(username, TEST_PASSWORD)
  return (method, path) => platform().call(method, path, { token })
}

const belong = (user: number, accountId: number, roleId: 1 | 2 = 2) =>
  platform().database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id, is_default, role_id) values (${accountId}, ${user}, false, ${roleId})`.execute(
      tx,
    ),
  )

async function qualification(accountId: number, access: number, createdBy: number | null = null): Promise<number> {
  const precode = `PETS${(precodes += 1)}`
  const { rows } = await platform().database.asSystem(tx =>
    sql<{ id: number }>`
      insert into qualification (account_id, name, precode, universal_name, type_code, category_code, class_code, access_code, created_by)
      values (${accountId}, 'Pets', ${precode}, ${precode}, 1, 9, 2, ${access}, ${createdBy}) returning qualification_id as id`.execute(
      tx,
    ),
  )
  return rows[0]!.id
}

const where = async (ask: Ask, kind: string, id: number) => {
  const { status, body } = await ask('GET', `/v1/whereabouts?kind=${kind}&id=${id}`)
  return { status, body: { ...body, request_id: undefined } }
}
const NOWHERE = {
  status: 404,
  body: { _tag: 'NotFound', message: 'It does not exist, or it is not in your account.', request_id: undefined },
}

describe('in which other account of the caller an object is (look.md 16)', () => {
  test.each(['project', 'survey', 'source', 'supplier', 'qualification'])(
    'a member of that account finds a %s; anybody else gets 404 (S1)',
    async kind => {
      const id = ids[kind]!
      const told = {
        status: 200,
        body: { pm_dsh_ud: on.study.accountId, dashboard_name: 'Acme', request_id: undefined },
      }
      expect([
        await where(member, kind, id),
        await where(member, kind, 999_999),
        await where(outsider, kind, id),
        await where(outsider, kind, 999_999),
        await where(on.otherAccount, kind, id),
      ]).toEqual([told, NOWHERE, NOWHERE, NOWHERE, NOWHERE])
    },
  )

  test('an object of the present account is not found in another one', async () => {
    expect(await where(member, 'project', await on.make.project({ accountId: elsewhere }))).toEqual(NOWHERE)
  })

  test('an id counts only for its own kind', async () => {
    expect(await where(member, 'survey', ids['project']!)).toEqual(NOWHERE)
  })

  test('only its creator finds a private qualification (§3.25), and no user a removed supplier', async () => {
    const { accountId } = on.study
    const [own, others] = [
      await qualification(accountId, QUALIFICATION_ACCESS.private, userId),
      await qualification(accountId, QUALIFICATION_ACCESS.private),
    ]
    const gone = await on.make.supplier({ accountId })
    await platform().database.asAccount(accountId, tx =>
      sql`update supplier set deleted_at = now() where account_id = ${accountId} and supplier_id = ${gone}`.execute(tx),
    )
    expect([
      (await where(member, 'qualification', own)).status,
      await where(member, 'qualification', others),
      await where(member, 'supplier', gone),
    ]).toEqual([200, NOWHERE, NOWHERE])
  })

  test('a private qualification elsewhere is found by an admin of that account, whatever the role here (§3.25, administration.md §1)', async () => {
    const { accountId } = on.study
    const hidden = await qualification(accountId, QUALIFICATION_ACCESS.private)
    const found = []
    for (const [home, there] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const { userId: guest, username } = await on.make.user({ accountId: elsewhere, roleId: home })
      await belong(guest, accountId, there)
      found.push((await where(await asks(username), 'qualification', hidden)).status)
    }
    expect(found).toEqual([404, 200])
  })

  test('a Defender account, which has no such pages, is neither an answer nor may it ask (§6.11, domain.md §8)', async () => {
    const defender = await on.make.account({ name: 'Shield', type: 'DEFENDER' })
    await belong(userId, defender)
    const projectId = await on.make.project({ accountId: defender })
    expect([
      await where(member, 'project', projectId),
      (await where(on.defender, 'project', projectId)).status,
    ]).toEqual([NOWHERE, 403])
  })

  test('an ended membership finds nothing', async () => {
    const { username, userId: gone } = await on.make.user({ accountId: await on.make.account({ name: 'Fourth' }) })
    await belong(gone, on.study.accountId)
    const ask = await asks(username)
    expect((await where(ask, 'project', ids['project']!)).status).toBe(200)
    await platform().database.asSystem(tx =>
      sql`delete from user_account where user_id = ${gone} and account_id = ${on.study.accountId}`.execute(tx),
    )
    expect(await where(ask, 'project', ids['project']!)).toEqual(NOWHERE)
  })
})
