import { NO_HOLD_OUT } from '@desk/schema/defender/hold-out'
import { LEVEL_RULES, NO_RULES } from '@desk/schema/defender/levels'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const COUNTRY = { rule: 'country', mode: 'refuse', threshold: null, window_hours: null }
const FINGERPRINT = { rule: 'duplicate_fingerprint', mode: 'refuse', threshold: 2, window_hours: 48 }
const byAccount = () => `/v1/defender-setting/byaccount/${on.study.accountId}`
const ofProject = (id: number) => `/v1/project/${id}/defender-setting`
const faultsOf = ({ status, body: { details = [] } }: Answer): unknown => [
  status,
  ...details.map(({ path, message }: Answer['body']) => `${path.join('_')}: ${message}`),
]
const historyOf = async (ask: Ask, scope: string, id: number) =>
  (await ask('GET', `/v1/history/${scope}/${id}`)).body.map(({ changes }: Answer['body']) => changes)

describe('the account’s default of the Defender rules', () => {
  test('is every rule, off until it is saved; then it has a history, and what it was before (§9.7)', async () => {
    const { accountId } = on.study
    expect((await on.advanced('GET', byAccount())).body).toEqual({
      pm_dsh_ud: accountId,
      version: 0,
      rules: NO_RULES,
      before: null,
      versions: [],
      hold_out: NO_HOLD_OUT,
    })
    const saved = await on.advanced('POST', byAccount(), { rules: LEVEL_RULES[3], version: 0 })
    const kept = { at: expect.any(String), by: expect.any(String), hold_out: NO_HOLD_OUT }
    const first = {
      pm_dsh_ud: accountId,
      version: 1,
      rules: LEVEL_RULES[3],
      before: NO_RULES,
      versions: [{ ...kept, version: 1, rules: LEVEL_RULES[3] }],
      hold_out: NO_HOLD_OUT,
    }
    expect([saved.status, saved.body]).toEqual([200, first])
    const partly = await on.advanced('POST', byAccount(), { rules: [COUNTRY], version: 1 })
    const rules = NO_RULES.map(rule => (rule.rule === 'country' ? COUNTRY : rule))
    expect(partly.body).toEqual({
      ...first,
      version: 2,
      rules,
      before: LEVEL_RULES[3],
      versions: [{ ...kept, version: 2, rules }, ...first.versions],
    })
    expect((await on.advanced('GET', byAccount())).body).toEqual(partly.body)
    const [latest, earliest] = await historyOf(on.advanced, 'defender_rules', accountId)
    expect(latest).toContainEqual({
      field: 'defender_duplicate_ip',
      from: 'Refuse, 3 others, 24 hours',
      to: 'Off',
    })
    expect(earliest).toContainEqual({ field: 'defender_country', from: 'Off', to: 'Record only' })
  })

  test('a stale edit is refused with the stored rules, and of two at once one is', async () => {
    const { version } = (await on.advanced('GET', byAccount())).body
    const both = await Promise.all(
      [LEVEL_RULES[2], LEVEL_RULES[4]].map(rules => on.advanced('POST', byAccount(), { rules, version })),
    )
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    const refused = both.find(({ status }) => status === 409)
    expect([refused?.body.reason, refused?.body.current.version]).toEqual(['stale_version', version + 1])
  })

  test('is for admins of a DESK account alone, and that of another account does not exist', async () => {
    const body = { rules: [] }
    expect([
      (await on.plain('GET', byAccount())).status,
      (await on.plain('POST', byAccount(), body)).status,
      (await on.defender('GET', byAccount())).status,
      (await on.otherAccount('GET', byAccount())).status,
      (await on.otherAccount('POST', byAccount(), body)).status,
      (await on.plain('GET', `/v1/history/defender_rules/${on.study.accountId}`)).status,
    ]).toEqual([403, 403, 403, 404, 404, 404])
  })
})

describe('the settings of a project (api:P15, api:P16)', () => {
  test('are none until they are saved; each saved one has its history (api:P15, api:P16)', async () => {
    const { accountId } = on.study
    const id = await on.make.project({ accountId, name: 'Snacks' })
    const none = { pm_proj_ud: id, version: 0, rules: [], before: null, versions: [], hold_out: null }
    const kept = { at: expect.any(String), by: expect.any(String), hold_out: null }
    const first = { ...kept, version: 1, rules: [FINGERPRINT, COUNTRY] }
    expect((await on.advanced('GET', ofProject(id))).body).toEqual(none)
    const saved = await on.advanced('POST', ofProject(id), { rules: [COUNTRY, FINGERPRINT], version: 0 })
    expect([saved.status, saved.body]).toEqual([
      200,
      { ...none, version: 1, rules: [FINGERPRINT, COUNTRY], before: [], versions: [first] },
    ])
    const back = await on.advanced('POST', ofProject(id), { rules: saved.body.before, version: 1 })
    expect(back.body).toEqual({
      ...none,
      version: 2,
      before: [FINGERPRINT, COUNTRY],
      versions: [{ ...kept, version: 2, rules: [] }, first],
    })
    const [latest] = await historyOf(on.advanced, 'project', id)
    expect(latest).toEqual([
      { field: 'defender_duplicate_fingerprint', from: 'Refuse, 2 others, 48 hours', to: null },
      { field: 'defender_country', from: 'Refuse', to: null },
    ])
  })

  test('a survey’s settings are those that it has, and its project’s (api:U9)', async () => {
    const { accountId } = on.study
    const id = await on.make.project({ accountId })
    const survey = await on.make.survey({ accountId, projectId: id })
    await on.advanced('POST', ofProject(id), {
      rules: [COUNTRY, FINGERPRINT, { ...COUNTRY, rule: 'datacentre', mode: 'off' }],
    })
    expect((await on.advanced('GET', `/v1/survey/${survey}/defendersettings`)).body.rules).toEqual([
      { rule: 'duplicate_fingerprint', threshold: 2, window_hours: 48 },
      { rule: 'country', threshold: null, window_hours: null },
    ])
  })

  test('faulty ones are refused under their field, and nothing is stored (§5.28, api:P16)', async () => {
    const id = await on.make.project({ accountId: on.study.accountId })
    const faults = async (...rules: object[]) => faultsOf(await on.advanced('POST', ofProject(id), { rules }))
    const others = 'Threshold of Duplicate fingerprint must be a whole number from 1 to 1,000'
    expect([
      await faults({ ...FINGERPRINT, threshold: 0 }),
      await faults({ ...FINGERPRINT, threshold: null }),
      await faults({ ...FINGERPRINT, threshold: 1.5 }),
      await faults(COUNTRY, { ...FINGERPRINT, window_hours: 721 }),
      await faults({ ...COUNTRY, threshold: 3 }),
      await faults(COUNTRY, COUNTRY),
      (await on.advanced('POST', ofProject(id), { rules: [{ ...COUNTRY, rule: 'unheard_of' }] })).status,
      (await on.advanced('POST', ofProject(id), { rules: [{ ...COUNTRY, mode: 'maybe' }] })).status,
      (await on.advanced('POST', ofProject(id), {})).status,
      (await on.advanced('GET', ofProject(id))).body.version,
    ]).toEqual([
      [422, `rules_0_threshold: ${others}`],
      [422, `rules_0_threshold: ${others}`],
      [422, `rules_0_threshold: ${others}`],
      [422, 'rules_1_window_hours: Window of Duplicate fingerprint must be a whole number from 1 to 720'],
      [422, 'rules_0_threshold: Country check has none to set'],
      [422, 'rules_1_rule: This rule is there twice'],
      422,
      422,
      422,
      0,
    ])
  })
})

describe('the settings of a survey (§2.44)', () => {
  const ofSurvey = (id: number) => `/v1/survey/${id}/defender-setting`
  const makeSurvey = async () => {
    const { accountId } = on.study
    const projectId = await on.make.project({ accountId })
    return { projectId, id: await on.make.survey({ accountId, projectId }) }
  }

  test('are none until they are saved, go before the project’s, and have versions, history and an undo (§2.44)', async () => {
    const { id, projectId } = await makeSurvey()
    const none = { pm_sy_ud: id, version: 0, rules: [], before: null, versions: [] }
    expect((await on.advanced('GET', ofSurvey(id))).body).toEqual(none)
    const saved = await on.advanced('POST', ofSurvey(id), { rules: [COUNTRY, FINGERPRINT], version: 0 })
    const kept = { at: expect.any(String), by: expect.any(String), hold_out: null }
    const first = { ...kept, version: 1, rules: [FINGERPRINT, COUNTRY] }
    expect([saved.status, saved.body]).toEqual([
      200,
      { ...none, version: 1, rules: [FINGERPRINT, COUNTRY], before: [], versions: [first] },
    ])
    await on.advanced('POST', ofProject(projectId), { rules: [{ ...COUNTRY, mode: 'off' }] })
    expect((await on.advanced('GET', `/v1/survey/${id}/defendersettings`)).body.rules).toEqual([
      { rule: 'duplicate_fingerprint', threshold: 2, window_hours: 48 },
      { rule: 'country', threshold: null, window_hours: null },
    ])
    const undone = await on.advanced('POST', ofSurvey(id), { rules: saved.body.before, version: 1 })
    expect(undone.body).toEqual({
      ...none,
      version: 2,
      before: [FINGERPRINT, COUNTRY],
      versions: [{ ...kept, version: 2, rules: [] }, first],
    })
    const again = await on.advanced('POST', ofSurvey(id), { rules: undone.body.versions[1].rules, version: 2 })
    expect([again.body.version, again.body.rules]).toEqual([3, [FINGERPRINT, COUNTRY]])
    const [latest] = await historyOf(on.advanced, 'survey', id)
    expect(latest).toContainEqual({ field: 'defender_country', from: null, to: 'Refuse' })
  })

  test('settings copied without numbers are shown with the numbers that the door judges by', async () => {
    const { id } = await makeSurvey()
    await platform().database.asSystem(tx =>
      sql`insert into defender_rule (account_id, survey_id, rule) values (${on.study.accountId}, ${id}, 'duplicate_ip'), (${on.study.accountId}, ${id}, 'speeder')`.execute(
        tx,
      ),
    )
    const { rules } = (await on.advanced('GET', ofSurvey(id))).body
    expect(rules).toEqual([
      { rule: 'duplicate_ip', mode: 'refuse', threshold: 1, window_hours: 24 },
      { rule: 'speeder', mode: 'refuse', threshold: 3, window_hours: null },
    ])
    expect((await on.advanced('POST', ofSurvey(id), { rules, version: 0 })).body.version).toBe(0)
  })

  test('faulty and stale ones are refused, and another account’s survey does not exist', async () => {
    const { id } = await makeSurvey()
    const body = { rules: [COUNTRY], version: 0 }
    const bad = { rules: [{ rule: 'bot_score', mode: 'refuse', threshold: 100, window_hours: null }] }
    const preview = `/v1/survey/${id}/defender-preview`
    await on.advanced('POST', ofSurvey(id), body)
    const stale = await on.advanced('POST', ofSurvey(id), { ...body, rules: [] })
    expect([
      faultsOf(await on.advanced('POST', ofSurvey(id), bad)),
      [stale.status, stale.body.reason, stale.body.current.version],
      (await on.otherAccount('GET', ofSurvey(id))).status,
      (await on.otherAccount('POST', ofSurvey(id), body)).status,
      (await on.otherAccount('POST', preview, body)).status,
      (await on.plain('POST', ofSurvey(id), body)).status,
      (await on.defender('GET', ofSurvey(id))).status,
    ]).toEqual([
      [422, 'rules_0_threshold: Threshold of Bot score must be a whole number from 0 to 99'],
      [409, 'stale_version', 1],
      404,
      404,
      404,
      403,
      403,
    ])
  })
})

describe('hold-out (docs/decisions/0069)', () => {
  test('is set for the account and for a project, stays where it is left out, and is in the history', async () => {
    const { accountId } = on.study
    const id = await on.make.project({ accountId })
    const own = { percent: 3, is_billable: true }
    const account = { percent: 5, is_billable: false }
    await on.advanced('POST', byAccount(), { rules: LEVEL_RULES[3], hold_out: account })
    expect((await on.advanced('POST', byAccount(), { rules: LEVEL_RULES[2] })).body.hold_out).toEqual(account)
    expect((await on.advanced('POST', ofProject(id), { rules: [], hold_out: own })).body).toMatchObject({
      version: 1,
      hold_out: own,
      versions: [{ version: 1, rules: [], hold_out: own }],
    })
    expect((await on.advanced('POST', ofProject(id), { rules: [COUNTRY] })).body.hold_out).toEqual(own)
    expect((await on.advanced('POST', ofProject(id), { rules: [COUNTRY], hold_out: null })).body.hold_out).toBeNull()
    const [latest, , earliest] = await historyOf(on.advanced, 'project', id)
    expect([latest, earliest]).toEqual([
      [{ field: 'defender_hold_out', from: '3 %, billed', to: null }],
      [{ field: 'defender_hold_out', from: null, to: '3 %, billed' }],
    ])
  })

  test('is a whole number from 0 to 5 percent', async () => {
    const id = await on.make.project({ accountId: on.study.accountId })
    const fault = async (percent: unknown) =>
      faultsOf(await on.advanced('POST', ofProject(id), { rules: [], hold_out: { percent, is_billable: false } }))
    const message = 'hold_out_percent: Hold-out must be a whole number from 0 to 5 %'
    expect([await fault(6), await fault(-1), await fault(1.5), await fault('5')]).toEqual([
      [422, message],
      [422, message],
      [422, message],
      [422, 'hold_out_percent: "hold_out.percent" must be a number.'],
    ])
  })
})

test('a supplier’s level is 6 unless chosen, 7 with custom security, and nothing but 1 to 7 (§3.7, §5.17, §9.7, api:U10)', async () => {
  const supplier = { name: 'Harbor', pm_supplier_type_code_ud: 1, recruitment_type: 1 }
  const make = (more: object) => on.advanced('POST', '/v1/suppliers', { ...supplier, ...more })
  const levels = async (more: object) => {
    const { body } = await make(more)
    return [body.security_level, body.custom_security_flg]
  }
  expect([
    await levels({}),
    await levels({ security_level: 4 }),
    await levels({ custom_security_flg: true }),
    await levels({ security_level: 7, activity_enabled_flg: true, token_threshold: 9 }),
    faultsOf(await make({ security_level: 8 })),
    faultsOf(await make({ security_level: 3, custom_security_flg: true })),
    faultsOf(await make({ security_level: 7, activity_enabled_flg: true })),
  ]).toEqual([
    [6, false],
    [4, false],
    [7, true],
    [7, true],
    [422, 'security_level: Security Level must be one of the levels 1 to 7'],
    [422, 'security_level: Custom security is level 7'],
    [422, 'token_threshold: Token Threshold is required'],
  ])
})
