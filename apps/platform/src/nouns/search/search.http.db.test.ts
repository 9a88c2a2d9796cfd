import { QUALIFICATION_ACCESS } from '@desk/schema/qualifications/qualification-codes'
import type { SearchHit } from '@desk/schema/search/search'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { FIND_RESPONDENTS } from '#ledger/explain/find-respondents.store'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

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
  return {
    status,
    corrected: body.corrected,
    found: body.hits?.map(({ scope, name }: SearchHit) => `${scope} ${name}`),
  }
}
const ok = (found: readonly string[], corrected: string | null = null) => ({ status: 200, corrected, found })

describe('the palette’s search', () => {
  test('finds each kind by the beginning of a word, with the ids for its address', async () => {
    const { projectId, surveyId, sourceIds } = on.study
    const { body } = await on.plain('GET', '/v1/search?text=ma')
    expect(body).toEqual({
      hits: [
        {
          scope: 'source',
          id: sourceIds[0],
          name: 'Main',
          detail: 'Gen pop US',
          statusid: 1,
          held_by: null,
          pm_proj_ud: projectId,
          pm_sy_ud: surveyId,
          type: 'diy',
        },
      ],
      respondents: [],
      corrected: null,
    })
    expect(await find('stream hab')).toEqual(ok(['project Streaming habits']))
    expect(await find('POP')).toEqual(ok(['survey Gen pop US']))
    expect(await find('öre')).toEqual(ok(['supplier Öresund Paneler']))
  })

  test('says what keeps traffic out of a live source (domain.md §2)', async () => {
    const { surveyId } = on.study
    const statusOf = (status: number) =>
      platform().database.asSystem(tx =>
        sql`update survey set status = ${status} where survey_id = ${surveyId}`.execute(tx),
      )
    await statusOf(3)
    const { body } = await on.plain('GET', '/v1/search?text=ma')
    await statusOf(1)
    expect(body.hits[0].held_by).toEqual({ scope: 'survey', statusid: 3 })
  })

  test('finds by number, with or without punctuation, and by id', async () => {
    for (const text of ['SN-204', 'sn204', '204', String(snacks)])
      expect([text, await find(text)]).toEqual([text, ok(['project Snacks & sweets (wave 2)'])])
  })

  test('needs every word', async () => {
    expect(await find('snacks habits')).toEqual(ok([]))
    expect(await find('sweets snacks 2')).toEqual(ok(['project Snacks & sweets (wave 2)']))
  })

  test('corrects a mistyped word to the nearest one, and says so', async () => {
    expect(await find('straeming')).toEqual(ok(['project Streaming habits'], 'streaming'))
    expect(await find('snaks')).toEqual(ok(['project Snacks & sweets (wave 2)'], 'snacks'))
    expect(await find('nothing-like-it')).toEqual(ok([]))
  })

  test('corrects neither to a word of a private qualification that the viewer cannot see, nor to one no longer in use (§3.25)', async () => {
    const { accountId } = on.study
    await platform().database.asAccount(accountId, tx =>
      sql`insert into qualification (account_id, name, precode, universal_name, type_code, category_code, class_code, access_code) values (${accountId}, 'Unannounced', 'UNA1', 'UNA', 1, 9, 2, ${QUALIFICATION_ACCESS.private})`.execute(
        tx,
      ),
    )
    const gone = await on.make.supplier({ accountId, name: 'Discontinued Panels' })
    await platform().database.asAccount(accountId, tx =>
      sql`update supplier set deleted_at = now() where account_id = ${accountId} and supplier_id = ${gone}`.execute(tx),
    )
    const admin = ok(['qualification Unannounced'], 'unannounced')
    expect([
      await find('unanounced'),
      await find('unanounced', on.advanced),
      await find('discontinud'),
      await find('unanounced', on.otherAccount),
    ]).toEqual([ok([]), admin, ok([]), ok([])])
    // the lack of a correction does not reveal it either
    await on.make.supplier({ accountId, name: 'Announced' })
    expect([await find('unannounced'), await find('unannounced', on.advanced)]).toEqual([
      ok(['supplier Announced'], 'announced'),
      ok(['qualification Unannounced']),
    ])
  })

  test('finds by the new name once something is renamed, and not by the old one', async () => {
    const { accountId } = on.study
    const id = await on.make.project({ accountId, name: 'Zebra', number: 'Z-1' })
    await platform().database.asAccount(accountId, tx =>
      sql`update project set name = 'Yacht' where account_id = ${accountId} and project_id = ${id}`.execute(tx),
    )
    expect([await find('zebra'), await find('yacht')]).toEqual([ok([]), ok(['project Yacht'])])
  })

  test('a deleted object is not found', async () => {
    const { accountId } = on.study
    const id = await on.make.supplier({ accountId, name: 'Vanishing Panels' })
    expect(await find('vanishing')).toEqual(ok(['supplier Vanishing Panels']))
    await platform().database.asAccount(accountId, tx =>
      sql`update supplier set deleted_at = now() where account_id = ${accountId} and supplier_id = ${id}`.execute(tx),
    )
    expect(await find('vanishing')).toEqual(ok([]))
  })

  test('a text without a letter or digit finds nothing; SQL metacharacters are plain text', async () => {
    for (const text of ['%', '_', "'; drop", '*', '\\', '🦓'])
      expect([text, (await find(text)).status]).toEqual([text, 200])
    expect(await find('%')).toEqual(ok([]))
  })

  test('finds a respondent by RDUD, by its bare id and by rid, without the source; does not correct a known rid; finds no one of another account (§3.10)', async () => {
    const { accountId, projectId, surveyId, sourceIds, supplierId } = on.study
    const [first = 0] = sourceIds
    const second = await on.make.source({ accountId, projectId, surveyId, name: 'Second', supplierIds: [supplierId] })
    const enter = async (stmid: number, rid: string) =>
      (
        await fetch(`${platform().url}/entry/${stmid}?sup=${supplierId}&rid=${rid}`, { redirect: 'manual' })
      ).headers.get('location') ?? ''
    const rdud = /id=(.*)$/.exec(await enter(first, 'Streeming-1'))?.[1] ?? ''
    for (const stmid of [first, second]) expect(await enter(stmid, 'r-both')).toMatch(/id=/)
    const respondentsOf = async (text: string, ask = on.plain) =>
      (await ask('GET', `/v1/search?text=${encodeURIComponent(text)}`)).body
    const hit = {
      rdud,
      rid: 'Streeming-1',
      code: 11,
      stmid: first,
      stream_name: 'Main',
      pm_sy_ud: surveyId,
      pm_proj_ud: projectId,
    }
    const alone = { hits: [], respondents: [hit], corrected: null }
    expect([
      await respondentsOf(rdud),
      await respondentsOf(` ${rdud.toUpperCase()} `),
      await respondentsOf(rdud.slice(rdud.indexOf('-') + 1)),
      await respondentsOf('Streeming-1'),
    ]).toEqual([alone, alone, alone, alone])
    expect(
      (await respondentsOf('r-both')).respondents
        .map(({ stmid }: { stmid: number }) => stmid)
        .toSorted((a: number, b: number) => a - b),
    ).toEqual([first, second])
    expect([
      (await respondentsOf('streeming-1')).respondents,
      (await respondentsOf(rdud, on.otherAccount)).respondents,
      (await respondentsOf('Streeming-1', on.otherAccount)).respondents,
    ]).toEqual([[], [], []])
  })

  test('looks respondents up by index, under row-level security as well', async () => {
    const { accountId } = on.study
    const plan = await platform().database.readAsAccount(accountId, async tx => {
      await tx.client.query({ text: 'set local enable_seqscan = off' })
      return tx.client.query<{ 'QUERY PLAN': string }>({
        text: `explain ${FIND_RESPONDENTS}`,
        values: [accountId, '01980000-0000-7000-8000-000000000001', 'r-1'],
      })
    })
    const { rows } = await platform().database.asSystem(tx =>
      sql<{
        columns: string
      }>`select substring(indexdef from '\\(.*') as columns from pg_indexes where indexname = 'respondent_by_rid'`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ columns: '(account_id, rid, source_id)' }])
    const ofRespondents = plan.rows.map(row => row['QUERY PLAN'].trim()).filter(line => line.includes(' on respondent'))
    expect(ofRespondents.map(line => /using (\w+)/.exec(line)?.[1] ?? line).toSorted()).toEqual([
      'respondent_by_rid',
      'respondent_pkey',
    ])
  })

  test('another account finds nothing of it, and a Defender account does not search', async () => {
    expect(await find('streaming', on.otherAccount)).toEqual(ok([]))
    expect(await find('straeming', on.otherAccount)).toEqual(ok([]))
    expect((await find('streaming', on.defender)).status).toBe(403)
  })

  test('orders equal matches: the nearest first, then live, paused, draft, ended, then the newest; follows changes of status (§4.1)', async () => {
    const accountId = on.study.accountId
    const projects: number[] = []
    for (const [name, status] of [
      ['live', 1],
      ['live too', 1],
      ['paused', 2],
      ['cancelled', 5],
      ['auto-paused', 6],
      ['draft', 3],
      ['complete', 4],
    ] as const)
      projects.push(await on.make.project({ accountId, name: `Ranking ${name}`, number: `${name}-no`, status }))
    const [live = 0, , paused = 0, cancelled = 0] = projects
    const names = async (query = '') =>
      (await on.plain('GET', `/v1/search?text=ranking${query}`)).body.hits.map(({ name }: SearchHit) =>
        name.replace('Ranking ', ''),
      )
    expect(await names()).toEqual(['live too', 'live', 'auto-paused', 'paused', 'draft', 'complete', 'cancelled'])
    expect((await names(`&pm_proj_ud=${cancelled}`)).slice(0, 2)).toEqual(['cancelled', 'live too'])
    await platform().database.asAccount(accountId, tx =>
      sql`update project set status = 4 where account_id = ${accountId} and project_id = ${live}`.execute(tx),
    )
    await platform().database.asAccount(accountId, tx =>
      sql`update project set name = 'Ranking renamed' where account_id = ${accountId} and project_id = ${paused}`.execute(
        tx,
      ),
    )
    expect(await names()).toEqual(['live too', 'auto-paused', 'renamed', 'draft', 'complete', 'cancelled', 'live'])

    const place = { accountId, projectId: live }
    const [here, there] = [
      await on.make.survey({ ...place, name: 'Here' }),
      await on.make.survey({ ...place, name: 'There' }),
    ]
    const source = (surveyId: number, name: string, projectId = live) =>
      on.make.source({ accountId, projectId, surveyId, name: `Nearness ${name}`, supplierIds: [] })
    await source(here, 'same survey')
    await source(there, 'same project')
    await source(on.study.surveyId, 'elsewhere', on.study.projectId)
    const near = async (query: string) =>
      (await on.plain('GET', `/v1/search?text=nearness${query}`)).body.hits.map(({ name }: SearchHit) => name)
    expect(await near(`&pm_proj_ud=${live}&pm_sy_ud=${here}`)).toEqual([
      'Nearness same survey',
      'Nearness same project',
      'Nearness elsewhere',
    ])
    expect(await near('')).toEqual(['Nearness elsewhere', 'Nearness same project', 'Nearness same survey'])
    expect(await near(`&pm_proj_ud=${live}`)).toEqual([
      'Nearness same project',
      'Nearness same survey',
      'Nearness elsewhere',
    ])
  })
})
