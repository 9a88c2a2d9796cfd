import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import type { EntryOperation } from '#ledger/facts/ledger-operations'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy } from '#ledger/testing/study'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const COUNTRY = { rule: 'country', mode: 'refuse', threshold: null, window_hours: null }
const FINGERPRINT = { rule: 'duplicate_fingerprint', mode: 'refuse', threshold: 2, window_hours: 48 }
const ofProject = (id: number) => `/v1/project/${id}/defender-setting`

describe('what settings would have done (§2.44)', () => {
  const preview = (id: number, rules: object[], ask = on.advanced) =>
    ask('POST', `/v1/project/${id}/defender-preview`, { rules })

  test('judges the entrants of the last 7 days again, by the stored facts of each, and stores nothing (§2.44)', async () => {
    const { database } = platform()
    const study = await database.asSystem(tx =>
      makeStudy(tx, { accountId: on.study.accountId, country: 'US', defender: [{ rule: 'datacentre' }] }),
    )
    const { accountId, projectId, sourceId, supplierId } = study
    const ledger = createLedger(database)
    const enter = async (rid: string, more: Partial<EntryOperation> = {}) =>
      sent(
        await ledger.enter(accountId, entry(sourceId, rid, { supplierId, fingerprint: rid, country: 'US', ...more })),
      )
    await enter('fair')
    const { hex } = await enter('elsewhere', { country: 'CA' })
    await ledger.return(accountId, back(hex, '1000'))
    await enter('twice', { fingerprint: 'fair' })
    await enter('blocked', { country: 'CA', fromDatacentre: true })
    await enter('old', { country: 'CA', atMs: Date.now() - 8 * 86_400_000 })
    await enter('test', { country: 'CA', testToken: study.testToken })
    const off = { ...COUNTRY, rule: 'datacentre', mode: 'off' }
    const nothing = { pm_proj_ud: projectId, days: 7, entrants: 4, is_partial: false }
    const spoken = ({ body }: Answer) => body.rules.filter(({ against }: Answer['body']) => against > 0)
    const answer = await preview(projectId, [COUNTRY, FINGERPRINT, { ...FINGERPRINT, rule: 'duplicate_ip' }])
    expect(answer.body).toEqual({
      ...nothing,
      refused: 2,
      more: 1,
      more_completed: 1,
      more_rejected: 0,
      fewer: 0,
      rules: expect.any(Array),
    })
    expect(spoken(answer)).toEqual([
      { rule: 'country', against: 2, refused: 2 },
      { rule: 'datacentre', against: 1, refused: 1 },
    ])
    const one = await preview(projectId, [{ ...FINGERPRINT, threshold: 1 }])
    expect([one.body.more, spoken(one)[0]]).toEqual([1, { rule: 'duplicate_fingerprint', against: 1, refused: 1 }])
    await database.asAccount(accountId, tx =>
      sql`delete from defender_rule where account_id = ${accountId} and survey_id = ${study.surveyId}`.execute(tx),
    )
    const { refused, fewer } = (await preview(projectId, [off])).body
    expect([refused, fewer]).toEqual([0, 1])
    expect((await on.advanced('GET', ofProject(projectId))).body.version).toBe(0)
  })

  test('judges the completes of these days by the rules at return, by the stored facts of each (§2.44, defender.md §1)', async () => {
    const { database } = platform()
    const { accountId, ...study } = await database.asSystem(tx =>
      makeStudy(tx, { accountId: on.study.accountId, loiMinutes: 10, defender: [{ rule: 'ghost', mode: 'shadow' }] }),
    )
    const { projectId, sourceId, supplierId } = study
    const ledger = createLedger(database)
    const atMs = Date.now() - 3_600_000
    const plays = async (rid: string, seconds: number, code = '1000') => {
      const { hex } = sent(await ledger.enter(accountId, entry(sourceId, rid, { supplierId, atMs })))
      await ledger.return(accountId, back(hex, code, { atMs: atMs + 1_000 * seconds }))
      return hex
    }
    await plays('fair', 600)
    await plays('fast', 42)
    await plays('screened', 3, '2000')
    await database.asSystem(tx =>
      sql`update respondent_event set detail = ${JSON.stringify({ scores: { bot_score: 90 } })} where account_id = ${accountId} and source_id = ${sourceId} and to_code = 30 and interview_seconds = 600`.execute(
        tx,
      ),
    )
    const wanted = (rule: string, threshold: number) => [{ rule, mode: 'refuse', threshold, window_hours: null }]
    const told = async (rules: object[]) => {
      const { body } = await preview(projectId, rules)
      return [body.refused, body.more, body.more_completed, body.rules.filter(({ against }: Answer['body']) => against)]
    }
    expect(await told(wanted('speeder', 3))).toEqual([1, 1, 1, [{ rule: 'speeder', against: 1, refused: 1 }]])
    expect(await told(wanted('bot_score', 80))).toEqual([1, 1, 1, [{ rule: 'bot_score', against: 1, refused: 1 }]])
    expect((await told([...wanted('speeder', 3), ...wanted('bot_score', 90)])).slice(0, 3)).toEqual([1, 1, 1])
  })

  test('of a survey judges its own entrants alone, with other settings of the survey over those of its project (§2.44)', async () => {
    const { database } = platform()
    const { accountId, ...study } = await database.asSystem(tx =>
      makeStudy(tx, { accountId: on.study.accountId, country: 'US' }),
    )
    const { surveyId, projectId, sourceId, supplierId } = study
    await on.advanced('POST', ofProject(projectId), { rules: [COUNTRY] })
    const ledger = createLedger(database)
    for (const [at, address] of ['203.0.113.1', '203.0.113.2', '203.0.113.3'].entries())
      await ledger.enter(accountId, entry(sourceId, `r${at}`, { supplierId, country: 'CA', address }))
    const ask = async (rules: object[], id = surveyId) => {
      const { body } = await on.advanced('POST', `/v1/survey/${id}/defender-preview`, { rules })
      return [body.pm_sy_ud, body.entrants, body.refused, body.fewer]
    }
    const addresses = { rule: 'many_addresses', mode: 'refuse', threshold: 2, window_hours: null }
    const off = { ...COUNTRY, mode: 'off' }
    expect([await ask([]), await ask([off]), await ask([off, addresses])]).toEqual([
      [surveyId, 3, 3, 0],
      [surveyId, 3, 0, 3],
      [surveyId, 3, 1, 2],
    ])
    const empty = await on.make.survey({ accountId, projectId })
    expect(await ask([COUNTRY], empty)).toEqual([empty, 0, 0, 0])
  })

  test('of a project without entrants is empty; a faulty one is refused, and another account’s does not exist', async () => {
    const id = await on.make.project({ accountId: on.study.accountId })
    expect([
      (await preview(id, [COUNTRY])).body.entrants,
      (await preview(id, [COUNTRY, COUNTRY])).status,
      (await preview(id, [], on.otherAccount)).status,
      (await preview(id, [], on.plain)).status,
    ]).toEqual([0, 422, 404, 403])
  })
})
