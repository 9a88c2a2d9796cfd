import { LEVEL_RULES, NO_RULES } from '@desk/schema/defender/levels'
import type { RuleMode, RuleSetting } from '@desk/schema/defender/rules'
import type { DefenderRuleName } from '@desk/schema/respondents/door-rules'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { explainRespondent } from '../explain/explain.store.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

const fresh = useDatabase()

/** A survey of two sources and another survey, with one supplier in common. */
async function open() {
  const { database } = fresh()
  const [study, other] = await database.asSystem(async tx => {
    const first = await makeStudy(tx, { country: 'US', sources: [{}, {}] })
    return [first, await makeStudy(tx, { accountId: first.accountId })] as const
  })
  const { accountId, projectId, supplierId, surveyId } = study
  const change = (text: string, values: readonly unknown[] = []) =>
    database.asAccount(accountId, tx => tx.client.query(text, [accountId, ...values]))
  await change(
    'insert into source_supplier (account_id, source_id, supplier_id, allocation_percent) values ($1, $2, $3, 50)',
    [other.sourceId, supplierId],
  )
  const ledger = createLedger(database, { gatherMs: { least: 0, most: 0 } })
  const at = (sourceId: number, rid: string, more: Partial<EntryOperation> = {}) =>
    entry(sourceId, rid, { supplierId, fingerprint: `f-${rid}`, ...more })
  const enter = async (rid: string, more: Partial<EntryOperation> = {}, sourceId = study.sourceId) =>
    sent(await ledger.enter(accountId, at(sourceId, rid, more))).code
  return {
    database,
    study,
    other,
    ledger,
    change,
    at,
    enter,
    setAccount: (rules: readonly RuleSetting[]) =>
      change(
        `insert into account_defender values ($1, $2, null, 1) on conflict (account_id) do update set rules = excluded.rules`,
        [JSON.stringify(rules)],
      ),
    setProject: (rules: readonly RuleSetting[]) =>
      change(
        `insert into project_defender values ($1, $2, $3, null, 1) on conflict (account_id, project_id) do update set rules = excluded.rules`,
        [projectId, JSON.stringify(rules)],
      ),
    setSurvey: (rule: string, mode: RuleMode) =>
      change('insert into defender_rule (account_id, survey_id, rule, mode) values ($1, $2, $3, $4)', [
        surveyId,
        rule,
        mode,
      ]),
    setLevel: (level: number, tokenThreshold: number | null = null) =>
      change(
        'update supplier set security_level = $2, activity_enabled = $3, token_threshold = $4 where account_id = $1',
        [level, tokenThreshold !== null, tokenThreshold],
      ),
    verdicts: async (rid: string) =>
      (
        await database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, study.sourceId, rid))
      )?.verdicts.map(({ rule, refused, threshold, value, set_by: setBy }) =>
        [rule, refused ? 'refused' : 'recorded', threshold, value, setBy].join(' | '),
      ),
    configs: async (scope: number) =>
      (
        await change(
          `select scope_id as id, config -> 'defender' as defender, config -> 'security' as security from door_config where account_id = $1 and scope = $2 order by version`,
          [scope],
        )
      ).rows,
  }
}
type Desk = Awaited<ReturnType<typeof open>>

const setting = (rule: DefenderRuleName, mode: RuleMode, threshold: number | null): RuleSetting => ({
  rule,
  mode,
  threshold,
  window_hours: rule.startsWith('duplicate') ? 24 : null,
})

const twice = async ({ enter, other }: Desk, more: Partial<EntryOperation>) => {
  await enter('a', more, other.sourceId)
  await enter('b', more, other.sourceId)
}

/** An offence against the rule; the last of the entries is judged. */
const OFFENCES: readonly (readonly [
  DefenderRuleName,
  threshold: number | null,
  verdict: string,
  before: (desk: Desk) => Promise<unknown>,
  entry: Partial<EntryOperation>,
])[] = [
  [
    'duplicate_rid',
    null,
    'none in 24 h | 1 others',
    ({ enter, study }) => enter('bad', { fingerprint: 'else' }, study.sourceIds[1]),
    {},
  ],
  [
    'duplicate_fingerprint',
    1,
    '1 in 24 h | 1 others',
    ({ enter }) => enter('a', { fingerprint: 'f' }),
    { fingerprint: 'f' },
  ],
  [
    'duplicate_ip',
    1,
    '1 in 24 h | 1 others',
    ({ enter }) => enter('a', { address: '203.0.113.7' }),
    { address: '203.0.113.7' },
  ],
  [
    'activity',
    2,
    '2 attempts in 24 h | 3 by this device',
    desk => twice(desk, { fingerprint: 'f' }),
    { fingerprint: 'f' },
  ],
  [
    'activity_watch',
    2,
    '2 attempts in 24 h | 3 by this address',
    desk => twice(desk, { address: '203.0.113.7' }),
    { address: '203.0.113.7' },
  ],
  ['country', null, 'US | CA', () => Promise.resolve(), { country: 'CA' }],
  ['datacentre', null, 'no datacentre | datacentre', () => Promise.resolve(), { fromDatacentre: true }],
  ['fingerprint_missing', null, 'a fingerprint | none', () => Promise.resolve(), { fingerprint: null }],
]

describe.each(OFFENCES)('the rule %s', (rule, threshold, verdict, before, bad) => {
  test.each<[RuleMode, number, string[]]>([
    ['refuse', 20, [`${rule} | refused | ${verdict} | account`]],
    ['shadow', 11, [`${rule} | recorded | ${verdict} | account`]],
    ['off', 11, []],
  ])('in the mode %s leads to its outcome, and takes who does nothing against it (§9.7)', async (mode, code, kept) => {
    const desk = await open()
    await desk.setAccount([setting(rule, mode, threshold)])
    await before(desk)
    expect([await desk.enter('good', { country: 'US', address: '203.0.113.9' }), await desk.enter('bad', bad)]).toEqual(
      [11, code],
    )
    expect([await desk.verdicts('good'), await desk.verdicts('bad')]).toEqual([[], kept])
  })
})

describe('a supplier’s security level', () => {
  /** Of another country, on a device that has entered before, and from an address that 3 others share. */
  const offend = async ({ enter }: Desk, rid: string) => {
    for (const number of [1, 2, 3]) await enter(`${rid}${number}`, { country: 'US', address: '203.0.113.7' })
    return {
      device: await enter(`${rid} device`, { fingerprint: `f-${rid}1` }),
      address: await enter(`${rid} address`, { address: '203.0.113.7' }),
      country: await enter(`${rid} country`, { country: 'CA' }),
    }
  }

  test.each([
    [1, { device: 11, address: 11, country: 11 }, undefined],
    [2, { device: 20, address: 11, country: 11 }, undefined],
    [3, { device: 20, address: 20, country: 11 }, 'country | recorded | US | CA | level_3'],
    [4, { device: 20, address: 20, country: 20 }, 'country | refused | US | CA | level_4'],
    [5, { device: 11, address: 11, country: 11 }, 'country | recorded | US | CA | level_5'],
    [6, { device: 11, address: 11, country: 20 }, 'country | refused | US | CA | account'],
    [7, { device: 20, address: 20, country: 20 }, 'country | refused | US | CA | account'],
  ])('%i judges its respondents from the very next one on (§9.7)', async (level, codes, country) => {
    const desk = await open()
    expect(await desk.enter('before', { country: 'CA' })).toBe(11)
    await desk.setAccount([setting('country', 'refuse', null)])
    await desk.setLevel(level, 1)
    expect(await offend(desk, 'r')).toEqual(codes)
    expect((await desk.verdicts('r country'))?.at(-1)).toBe(country)
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('7 refuses by the supplier’s own Token Threshold, and not with Activity off (§5.17)', async () => {
    const desk = await open()
    await desk.setLevel(7, 2)
    const codes = [await desk.enter('a', { fingerprint: 'f' }), await desk.enter('b', { fingerprint: 'f' })]
    codes.push(await desk.enter('c', { fingerprint: 'f' }))
    expect(await desk.verdicts('c')).toEqual(['activity | refused | 2 attempts in 24 h | 3 by this device | supplier'])
    await desk.setLevel(7)
    expect([...codes, await desk.enter('d', { fingerprint: 'f' })]).toEqual([11, 11, 20, 11])
  })

  test('is overruled by the project, and both by the survey; each verdict says whose setting it was (api:P16)', async () => {
    const desk = await open()
    await desk.setLevel(4)
    await desk.setProject([setting('country', 'shadow', null), setting('datacentre', 'off', null)])
    const bad = { country: 'CA', fromDatacentre: true, fingerprint: null }
    expect([await desk.enter('a', bad), await desk.verdicts('a')]).toEqual([
      11,
      ['country | recorded | US | CA | project', 'fingerprint_missing | recorded | a fingerprint | none | level_4'],
    ])
    await desk.setSurvey('country', 'refuse')
    await desk.setSurvey('fingerprint_missing', 'off')
    expect([await desk.enter('b', bad), await desk.verdicts('b')]).toEqual([
      20,
      ['country | refused | US | CA | survey'],
    ])
  })

  test('holds for its own respondents alone, and a test passes', async () => {
    const desk = await open()
    const second = (
      await desk.change(
        `insert into supplier (account_id, name, supplier_cpi_cents, security_level) values ($1, 'Two', 1, 4) returning supplier_id as id`,
      )
    ).rows[0]?.['id'] as number // an inserted row has its id
    await desk.change(
      'insert into source_supplier (account_id, source_id, supplier_id, allocation_percent) values ($1, $2, $3, 50)',
      [desk.study.sourceId, second],
    )
    const bad = { country: 'CA' }
    expect([
      await desk.enter('a', bad),
      await desk.enter('b', { ...bad, supplierId: second }),
      await desk.enter('c', { ...bad, supplierId: second, testToken: desk.study.testToken }),
    ]).toEqual([11, 20, 11])
  })
})

test('the entrants of one batch count among each other, over surveys for activity and over sources for a respondent ID', async () => {
  const { ledger, study, other, at, setAccount } = await open()
  await setAccount([setting('activity', 'refuse', 2), setting('duplicate_rid', 'refuse', null)])
  const outcomes = await ledger.write(study.accountId, [
    at(study.sourceId, 'a', { fingerprint: 'f' }),
    at(other.sourceId, 'b', { fingerprint: 'f' }),
    at(study.sourceId, 'c', { fingerprint: 'f' }),
    at(study.sourceIds[1] ?? 0, 'a', { fingerprint: 'g' }),
    at(other.sourceId, 'a', { fingerprint: 'g' }),
  ])
  expect(outcomes.map(outcome => sent(outcome).code)).toEqual([11, 11, 20, 20, 11])
})

test('the rules’ counts are in the line of the entry, and are unknown where none asked (docs/decisions/0032)', async () => {
  const { enter, setAccount, change } = await open()
  await enter('a', { fingerprint: 'f' })
  await setAccount(LEVEL_RULES[5])
  await enter('b', { fingerprint: 'f' })
  const { rows } = await change(
    `select same_fingerprint as device, same_rid as rid, attempts from respondent_event where account_id = $1 and from_code is null order by position`,
  )
  expect(rows).toEqual([
    { device: null, rid: null, attempts: null },
    { device: 1, rid: 0, attempts: 2 },
  ])
})

test('each edit of account, project and supplier is a version of what the door judges by', async () => {
  const { configs, setAccount, setProject, setLevel, study, database } = await open()
  const country = setting('country', 'refuse', null)
  await setAccount([country])
  await setAccount(NO_RULES)
  await setProject([country])
  await setProject([])
  await setLevel(7, 9)
  await setLevel(6)
  const { accountId, projectId, supplierId } = study
  expect({
    account: await configs(5),
    project: (await configs(1)).filter(({ id }) => id === projectId).slice(-2),
    supplier: (await configs(4)).filter(({ id }) => id === supplierId).slice(-2),
  }).toEqual({
    account: [
      { id: accountId, defender: [country], security: null },
      { id: accountId, defender: NO_RULES, security: null },
    ],
    project: [
      { id: projectId, defender: [country], security: null },
      { id: projectId, defender: null, security: null },
    ],
    supplier: [
      {
        id: supplierId,
        defender: null,
        security: {
          level: 7,
          activity_enabled: true,
          token_threshold: 9,
          language_threshold: null,
          threat_level: null,
        },
      },
      { id: supplierId, defender: null, security: null },
    ],
  })
  expect(await verifyLedger(database)).toEqual([])
})
