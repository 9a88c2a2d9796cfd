import { QUALIFICATION_ACCESS } from '@desk/schema/qualifications/qualification-codes'
import type { SearchHit } from '@desk/schema/search/search'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '../testing/platform.ts'
import { stage, type Stage } from '../testing/stage.ts'

const platform = usePlatform()
let on: Stage
let snacks: number
beforeAll(async () => {
  on = await stage(platform())
  const { accountId } = on.study
  snacks = await on.make.project({ accountId, name: 'Snacks & sweets (wave 2)', number: 'SN-204', status: 3 })
  await on.make.supplier({ accountId, name: 'Öresund Paneler' })
})

const find = async (text: string, ask = on.plain) => {
  const { status, body } = await ask('GET', `/v1/search?text=${encodeURIComponent(text)}`)
  return { status, corrected: body.corrected, found: body.hits?.map(({ scope, name }: SearchHit) => `${scope} ${name}`) }
}
const ok = (found: readonly string[], corrected: string | null = null) => ({ status: 200, corrected, found })

describe('the palette’s search', () => {
  test('finds each kind by the beginning of a word, with what its address needs', async () => {
    const { projectId, surveyId, sourceIds } = on.study
    const { body } = await on.plain('GET', '/v1/search?text=ma')
    expect(body).toEqual({
      hits: [{ scope: 'source', id: sourceIds[0], name: 'Main', detail: 'Gen pop US', statusid: 1, pm_proj_ud: projectId, pm_sy_ud: surveyId, type: 'diy' }],
      corrected: null,
    })
    expect(await find('stream hab')).toEqual(ok(['project Streaming habits']))
    expect(await find('POP')).toEqual(ok(['survey Gen pop US']))
    expect(await find('öre')).toEqual(ok(['supplier Öresund Paneler']))
  })

  test('finds by number, with its marks or without, and by id', async () => {
    for (const text of ['SN-204', 'sn204', '204', String(snacks)]) expect([text, await find(text)]).toEqual([text, ok(['project Snacks & sweets (wave 2)'])])
  })

  test('needs every word', async () => {
    expect(await find('snacks habits')).toEqual(ok([]))
    expect(await find('sweets snacks 2')).toEqual(ok(['project Snacks & sweets (wave 2)']))
  })

  test('looks for the nearest word when one is mistyped, and says so', async () => {
    expect(await find('straeming')).toEqual(ok(['project Streaming habits'], 'streaming'))
    expect(await find('snaks')).toEqual(ok(['project Snacks & sweets (wave 2)'], 'snacks'))
    expect(await find('nothing-like-it')).toEqual(ok([]))
  })

  test('corrects to no word of a private qualification but for whoever sees it, and to none that nothing has any more (§3.25)', async () => {
    const { accountId } = on.study
    await platform().database.asAccount(accountId, tx => sql`insert into qualification (account_id, name, precode, universal_name, type_code, category_code, class_code, access_code) values (${accountId}, 'Unannounced', 'UNA1', 'UNA', 1, 9, 2, ${QUALIFICATION_ACCESS.private})`.execute(tx))
    const gone = await on.make.supplier({ accountId, name: 'Discontinued Panels' })
    await platform().database.asAccount(accountId, tx => sql`update supplier set deleted_at = now() where account_id = ${accountId} and supplier_id = ${gone}`.execute(tx))
    const admin = ok(['qualification Unannounced'], 'unannounced')
    expect([await find('unanounced'), await find('unanounced', on.advanced), await find('discontinud'), await find('unanounced', on.stranger)]).toEqual([ok([]), admin, ok([]), ok([])])
    // nor is it told by what is not corrected
    await on.make.supplier({ accountId, name: 'Announced' })
    expect([await find('unannounced'), await find('unannounced', on.advanced)]).toEqual([ok(['supplier Announced'], 'announced'), ok(['qualification Unannounced'])])
  })

  test('finds by the new name once something is renamed, and not by the old one', async () => {
    const { accountId } = on.study
    const id = await on.make.project({ accountId, name: 'Zebra', number: 'Z-1' })
    await platform().database.asAccount(accountId, tx => sql`update project set name = 'Yacht' where account_id = ${accountId} and project_id = ${id}`.execute(tx))
    expect([await find('zebra'), await find('yacht')]).toEqual([ok([]), ok(['project Yacht'])])
  })

  test('what was deleted is not found', async () => {
    const { accountId } = on.study
    const id = await on.make.supplier({ accountId, name: 'Vanishing Panels' })
    expect(await find('vanishing')).toEqual(ok(['supplier Vanishing Panels']))
    await platform().database.asAccount(accountId, tx => sql`update supplier set deleted_at = now() where account_id = ${accountId} and supplier_id = ${id}`.execute(tx))
    expect(await find('vanishing')).toEqual(ok([]))
  })

  test('a text without a letter or figure finds nothing; marks of SQL are only text', async () => {
    for (const text of ['%', '_', "'; drop", '*', '\\', '🦓']) expect([text, (await find(text)).status]).toEqual([text, 200])
    expect(await find('%')).toEqual(ok([]))
  })

  test('another account finds nothing of it, and a Defender account does not search', async () => {
    expect(await find('streaming', on.stranger)).toEqual(ok([]))
    expect(await find('straeming', on.stranger)).toEqual(ok([]))
    expect((await find('streaming', on.defender)).status).toBe(403)
  })
})
