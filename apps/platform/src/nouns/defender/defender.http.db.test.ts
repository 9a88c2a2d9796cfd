import { LEVEL_RULES, NO_RULES } from '@desk/schema/defender/levels'
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
    })
    const saved = await on.advanced('POST', byAccount(), { rules: LEVEL_RULES[3], version: 0 })
    const first = { pm_dsh_ud: accountId, version: 1, rules: LEVEL_RULES[3], before: NO_RULES }
    expect([saved.status, saved.body]).toEqual([200, first])
    const partly = await on.advanced('POST', byAccount(), { rules: [COUNTRY], version: 1 })
    const rules = NO_RULES.map(rule => (rule.rule === 'country' ? COUNTRY : rule))
    expect(partly.body).toEqual({ ...first, version: 2, rules, before: LEVEL_RULES[3] })
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
    const none = { pm_proj_ud: id, version: 0, rules: [], before: null }
    expect((await on.advanced('GET', ofProject(id))).body).toEqual(none)
    const saved = await on.advanced('POST', ofProject(id), { rules: [COUNTRY, FINGERPRINT], version: 0 })
    expect([saved.status, saved.body]).toEqual([
      200,
      { ...none, version: 1, rules: [FINGERPRINT, COUNTRY], before: [] },
    ])
    const back = await on.advanced('POST', ofProject(id), { rules: saved.body.before, version: 1 })
    expect(back.body).toEqual({ ...none, version: 2, before: [FINGERPRINT, COUNTRY] })
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
      (await on.advanced('POST', ofProject(id), { rules: [{ ...COUNTRY, rule: 'speeder' }] })).status,
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

  test('a stale edit is refused, and another account’s project does not exist (api:P15, api:P16)', async () => {
    const id = await on.make.project({ accountId: on.study.accountId })
    await on.advanced('POST', ofProject(id), { rules: [COUNTRY], version: 0 })
    const body = { rules: [], version: 0 }
    const stale = await on.advanced('POST', ofProject(id), body)
    expect([stale.status, stale.body.reason, stale.body.current.rules]).toEqual([409, 'stale_version', [COUNTRY]])
    expect([
      (await on.otherAccount('GET', ofProject(id))).status,
      (await on.otherAccount('POST', ofProject(id), body)).status,
      (await on.plain('GET', ofProject(id))).status,
      (await on.defender('GET', ofProject(id))).status,
    ]).toEqual([404, 404, 403, 403])
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
