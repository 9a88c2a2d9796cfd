import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { TEST_FEED_TOKEN, usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const FORM = {
  stream_name: ' Open panel ',
  respondents: 250,
  stream_status_cd: 3,
  click_balancing: true,
  calculation_type_code_ud: 3,
  pacing: 2,
  supplier_cpi: 1.15,
  country_id: 840,
  out_of_field_date: '2099-03-01T04:59:00.000Z',
  out_of_field_time_zone_code: 15,
} as const

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

/** A survey of its own, with the supplier of the stage. */
async function newSurvey(): Promise<number> {
  const { accountId } = on.study
  return on.make.survey({ accountId, projectId: await on.make.project({ accountId }) })
}
const made = async (changes: object = {}) =>
  (await on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: await newSurvey(), type: 'diy', ...FORM, ...changes }))
    .body
const changesOf = ({ stmid, version, stream_status_cd }: Body) => ({ ...FORM, stmid, version, stream_status_cd })

describe('changing a source (api:T9)', () => {
  test('stores what changed, and the history names the fields from and to (api:T9)', async () => {
    const source = await made()
    const changed = await on.advanced('PUT', '/v1/survey-streams', {
      ...changesOf(source),
      respondents: 300,
      supplier_cpi: 0.29,
    })
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...source, respondents: 300, supplier_cpi: 0.29, version: 2 },
    ])
    const [newest] = (await on.advanced('GET', `/v1/history/source/${source.stmid}`)).body
    expect(newest).toMatchObject({
      act: 'edited',
      changes: [
        { field: 'respondents', from: 250, to: 300 },
        { field: 'supplier_cpi', from: 1.15, to: 0.29 },
      ],
    })
  })

  test('places are held as set, a form that does not name it leaves it, and the history says it (docs/decisions/0088)', async () => {
    const source = await made()
    const held = await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(source), hold_places: 3 })
    const renamed = await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(held.body), stream_name: 'Renamed' })
    expect([source.hold_places, held.body.hold_places, renamed.body.hold_places]).toEqual([1, 3, 3])
    const [, before] = (await on.advanced('GET', `/v1/history/source/${source.stmid}`)).body
    expect(before.changes).toEqual([{ field: 'hold_places', from: null, to: 3 }])
  })

  test('a stale edit is refused with the stored source; a repeat of the successful one passes (api:T9)', async () => {
    const source = await made()
    const mine = { ...changesOf(source), stream_name: 'Mine' }
    const won = await on.advanced('PUT', '/v1/survey-streams', mine)
    const lost = await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(source), stream_name: 'Theirs' })
    expect([lost.status, lost.body.reason, lost.body.message, lost.body.current]).toEqual([
      409,
      'stale_version',
      'The source has changed in the meantime.',
      won.body,
    ])
    expect((await on.advanced('PUT', '/v1/survey-streams', mine)).body).toEqual(won.body)
  })

  test('of ten concurrent edits of one version one succeeds (api:T9)', async () => {
    const source = await made()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, no) =>
        on.advanced('PUT', '/v1/survey-streams', { ...changesOf(source), stream_name: `Name ${no}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, another) => one - another)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })

  test('the status machine judges the form’s status: a missing transition is refused, and the saved fields stay (§4.1, api:T9)', async () => {
    const source = await made()
    const refused = await on.advanced('PUT', '/v1/survey-streams', {
      ...changesOf(source),
      stream_name: 'Renamed',
      stream_status_cd: 4,
    })
    expect([
      refused.status,
      refused.body.reason,
      refused.body.current.stream_name,
      refused.body.current.stream_status_cd,
    ]).toEqual([409, 'not_a_transition', 'Renamed', 3])
  })

  test('saving a form does not undo another user’s change of status; its own changes are saved, and the answer says so (§4.1, api:T9)', async () => {
    const [stmid = 0] = on.study.sourceIds
    const source = (await on.advanced('GET', `/v1/survey-streams/${stmid}`)).body
    await on.advanced('PATCH', '/v1/survey-streams', {
      scope: 'source',
      id: stmid,
      statusid: 2,
      version: source.status_version,
    })
    const form = {
      stmid,
      stream_name: 'Renamed',
      respondents: 100,
      supplier_cpi: 2.5,
      stream_status_cd: 1,
      version: source.version,
      status_version: source.status_version,
    }
    const [saved, repeated] = [
      await on.advanced('PUT', '/v1/survey-streams', form),
      await on.advanced('PUT', '/v1/survey-streams', form),
    ]
    expect([saved.status, saved.body.stream_status_cd, saved.body.stream_name, saved.body.version]).toEqual([
      200,
      2,
      'Renamed',
      source.version + 1,
    ])
    expect([repeated.status, repeated.body]).toEqual([200, saved.body])
  })

  test('a form that changes the status while another user changed it is refused whole (§4.1, api:T9)', async () => {
    const source = await made()
    const form = { ...changesOf(source), stream_name: 'Renamed', status_version: source.status_version }
    await on.advanced('PATCH', '/v1/survey-streams', {
      scope: 'source',
      id: source.stmid,
      statusid: 5,
      version: source.status_version,
    })
    const stored = (await on.advanced('GET', `/v1/survey-streams/${source.stmid}`)).body
    const refused = await on.advanced('PUT', '/v1/survey-streams', { ...form, stream_status_cd: 1 })
    expect([refused.status, refused.body.reason, refused.body.message, refused.body.current]).toEqual([
      409,
      'stale_version',
      'The status has changed in the meantime.',
      stored,
    ])
    expect([
      stored.stream_name,
      stored.stream_status_cd,
      (await on.advanced('GET', `/v1/survey-streams/${source.stmid}`)).body,
    ]).toEqual(['Open panel', 5, stored])
  })

  test('a made-up version of the status counts as stale, however great (§4.1, I1)', async () => {
    const source = await made()
    const refused = await on.advanced('PUT', '/v1/survey-streams', {
      ...changesOf(source),
      stream_status_cd: 1,
      status_version: Number.MAX_SAFE_INTEGER,
    })
    expect([refused.status, refused.body.reason, refused.body.current]).toEqual([409, 'stale_version', source])
  })
})

describe('open tables', () => {
  test('a new target changes the share of every source of the survey: the feed serves their rows, with a new version (§3.9, api:T9)', async () => {
    const surveyId = await newSurvey()
    const [first, second] = await Promise.all(
      [100, 100].map(
        async respondents =>
          (await on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, type: 'diy', ...FORM, respondents }))
            .body,
      ),
    )
    const before = (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body
    const { cursor } = (await platform().call('GET', '/v1/changes', { token: TEST_FEED_TOKEN })).body
    await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(first), respondents: 300 })
    const rows = await vi.waitFor(
      async () => {
        const { body } = await platform().call('GET', `/v1/changes?after=${cursor}&wait=0`, { token: TEST_FEED_TOKEN })
        // the feed may still deliver changes from before the cursor
        const own = body.sources.filter(({ row }: Body) => row.stmid === first.stmid || row.stmid === second.stmid)
        if (own.length < 2 || !own.some(({ row }: Body) => row.target === 300))
          throw new Error('The feed has not come to the edit.')
        return { own, surveys: body.surveys }
      },
      { timeout: 20_000 },
    )
    const versions = new Map(before.map(({ stmid, figures_version }: Body) => [stmid, figures_version]))
    const shown = new Map(
      rows.own.map(({ row }: Body) => [
        row.stmid,
        [row.target, row.allocation, row.figures_version > Number(versions.get(row.stmid))],
      ]),
    )
    expect([shown.get(first.stmid), shown.get(second.stmid), shown.size]).toEqual([
      [300, 0.75, true],
      [100, 0.25, true],
      2,
    ])
    expect(rows.surveys.map(({ row }: Body) => row.pm_sy_ud)).toContain(surveyId)
    expect(
      (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body
        .map(({ allocation }: Body) => allocation)
        .toSorted((one: number, another: number) => one - another),
    ).toEqual([0.25, 0.75])
  })

  test('of 500 sources each shows its new share, within two seconds of the edit', async () => {
    const source = await made({ respondents: 500 })
    await platform().database.asSystem(tx =>
      sql`insert into source (account_id, survey_id, project_id, name, type, target, supply_price_cents, test_token)
          select ${on.study.accountId}, ${source.pm_sy_ud}, ${source.pm_proj_ud}, 'Source ' || n, 'diy', 1, 100, 'token ' || n from generate_series(1, 499) n`.execute(
        tx,
      ),
    )
    const begun = performance.now()
    await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(source), respondents: 501 })
    const { body } = await on.advanced('GET', `/v1/survey-stream-metrics/${source.pm_sy_ud}?limit=1000`)
    expect([
      performance.now() - begun < 2_000,
      body.length,
      new Set(body.map(({ allocation }: Body) => allocation)),
    ]).toEqual([true, 500, new Set([0.501, 0.001])])
  })

  test('edits cause no drift from the ledger', async () => {
    await made()
    expect(await verifyLedger(platform().database)).toEqual([])
  })
})

describe('the next respondent', () => {
  const enter = async (stmid: number, rid: string) =>
    (
      await fetch(`${platform().url}/entry/${stmid}?sup=${on.study.supplierId}&rid=${rid}`, { redirect: 'manual' })
    ).headers.get('location') ?? 'none'
  test('meets the new target at once (api:T9)', async () => {
    const { accountId, supplierId } = on.study
    const surveyId = await newSurvey()
    const { rows } = await platform().database.asSystem(tx =>
      sql<{ projectId: number }>`select project_id as "projectId" from survey where survey_id = ${surveyId}`.execute(
        tx,
      ),
    )
    const stmid = await on.make.source({
      accountId,
      projectId: rows[0]!.projectId,
      surveyId,
      target: 5,
      supplierIds: [supplierId],
    })
    expect(await enter(stmid, 'a')).toMatch(/^https:\/\/survey\.example/)
    const source = (await on.advanced('GET', `/v1/survey-streams/${stmid}`)).body
    const form = { stmid, stream_name: source.stream_name, supplier_cpi: 2.5, stream_status_cd: 1 }
    expect((await on.advanced('PUT', '/v1/survey-streams', { ...form, respondents: 0 })).status).toBe(200)
    expect(await enter(stmid, 'b')).toBe('none')
    await on.advanced('PUT', '/v1/survey-streams', { ...form, respondents: 7 })
    expect(await enter(stmid, 'c')).toMatch(/^https:\/\/survey\.example/)
  })
})
