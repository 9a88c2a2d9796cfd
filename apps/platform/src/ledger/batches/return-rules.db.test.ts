import type { RuleMode } from '@desk/schema/defender/rules'
import type { DefenderRuleName } from '@desk/schema/respondents/door-rules'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { explainRespondent } from '../explain/explain.store.ts'
import { hashParameters } from '../facts/return-hash.ts'
import { sweepLengths } from '../sweeps/sweeps.ts'
import { back, entry, sent, TOLD } from '../testing/operations.ts'
import { makeStudy, type StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

const fresh = useDatabase()
const SECOND_MS = 1_000
const SECRET = 'a secret of the account'

async function open(rule: DefenderRuleName, mode: RuleMode, threshold: number | null, spec: StudySpec = {}) {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, { loiMinutes: 10, defender: [{ rule, mode, threshold }], ...spec }),
  )
  const { accountId, sourceId, supplierId } = study
  const ledger = createLedger(database, { gatherMs: { least: 0, most: 0 } })
  const atMs = Date.now()
  const enter = async (rid: string, more = {}) =>
    sent(await ledger.enter(accountId, entry(sourceId, rid, { supplierId, atMs, ...more }))).hex
  const returns = async (hex: string, seconds: number, more: object = {}, code = '1000') =>
    sent(await ledger.return(accountId, back(hex, code, { atMs: atMs + seconds * SECOND_MS, ...more })))
  return {
    database,
    study,
    ledger,
    enter,
    returns,
    plays: async (rid: string, seconds: number, more: object = {}, code?: string) =>
      (await returns(await enter(rid), seconds, more, code)).code,
    path: async (rid: string) => {
      const path = await database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, sourceId, rid))
      return {
        steps: path?.steps.slice(2).map(step => [step.to, step.rule, step.threshold, step.value, step.detail]),
        verdicts: path?.verdicts,
      }
    },
    figures: async () =>
      (
        await database.readAsSystem(tx =>
          tx.client.query(
            `select code_30 as completes, code_33 as refused, expense_cents::int as cents, revenue_cents::int as revenue, loi_count as lengths from rollup where account_id = $1 and scope = 3`,
            [accountId],
          ),
        )
      ).rows[0],
  }
}

describe('a speeder', () => {
  const CUT = '200 s (a third of the stated 600 s)'

  test.each<[RuleMode, number, object[]]>([
    [
      'refuse',
      33,
      [{ rule: 'speeder', refused: true, threshold: CUT, value: '42 s', set_by: 'survey', at_return: true }],
    ],
    [
      'shadow',
      30,
      [{ rule: 'speeder', refused: false, threshold: CUT, value: '42 s', set_by: 'survey', at_return: true }],
    ],
    ['off', 30, []],
  ])(
    'in the mode %s: Explain has value, cut and whose setting it was (defender.md §1)',
    async (mode, code, verdicts) => {
      const desk = await open('speeder', mode, 3)
      expect([await desk.plays('fair', 200), await desk.plays('fast', 42)]).toEqual([30, code])
      expect((await desk.path('fair')).verdicts).toEqual([])
      expect((await desk.path('fast')).verdicts).toEqual(verdicts)
      expect(await verifyLedger(desk.database)).toEqual([])
    },
  )

  test('who is refused is a quality term: no complete, no money, no length, and the step says what the survey said (§3.14)', async () => {
    const desk = await open('speeder', 'refuse', 3)
    await desk.plays('fair', 600)
    const hex = await desk.enter('fast')
    expect(await desk.returns(hex, 42)).toMatchObject({
      code: 33,
      outcome: 'quality',
      address: 'https://panel.example/quality?rid=fast&outcome=quality',
    })
    expect(await desk.figures()).toEqual({ completes: 1, refused: 1, cents: 250, revenue: 500, lengths: 1 })
    expect((await desk.path('fast')).steps).toEqual([
      [33, 'speeder', CUT, '42 s', 'inbound code 1000, by browser, no hash checked'],
    ])
    // a repeated return, also by a server that is believed, is judged by the length that the interview had
    expect([await desk.returns(hex, 900), await desk.returns(hex, 901, TOLD)]).toMatchObject([
      { code: 33, repeat: true },
      { code: 33, repeat: true },
    ])
    expect(await desk.figures()).toMatchObject({ completes: 1, refused: 1 })
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('goes by the source’s own completes once there are 30, as the lengths sweep measured them (defender.md §1)', async () => {
    const desk = await open('speeder', 'refuse', 3)
    const { database, ledger } = desk
    for (let at = 0; at < 29; at++) await desk.plays(`r${at}`, 300 + 20 * at)
    const sweep = () => sweepLengths({ database, ledger, nowMs: Date.now })
    await sweep()
    expect(await desk.plays('by the stated LOI', 201)).toBe(30)
    await sweep()
    // 201 and 300, 320, … 860 s: the lower of the middle ones is 560, and the distances of the logarithms have the median 0.2513: the cut is 183.1 s
    expect(await desk.plays('by the median', 183)).toBe(33)
    expect((await desk.path('by the median')).verdicts).toEqual([
      {
        rule: 'speeder',
        refused: true,
        threshold: '183 s (median 560 s of 30 completes − 3 MAD)',
        value: '183 s',
        set_by: 'survey',
        at_return: true,
      },
    ])
    expect(await desk.plays('slower', 184)).toBe(30)
    expect(await verifyLedger(database)).toEqual([])
  })

  test('no test is one, nor whom the survey ended itself', async () => {
    const desk = await open('speeder', 'refuse', 3)
    const { accountId } = desk.study
    const tester = await desk.enter('tester', { testToken: desk.study.testToken })
    expect([(await desk.returns(tester, 1)).code, await desk.plays('screened', 1, {}, '2000')]).toEqual([30, 31])
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query('select from rule_verdict where account_id = $1', [accountId]),
    )
    expect(rows).toEqual([])
  })
})

describe('a ghost', () => {
  const hashed = { hashRequired: true, hashSecrets: [SECRET] }

  test.each<[RuleMode, number, string]>([
    ['refuse', 33, 'ghost'],
    ['shadow', 35, 'hash'],
    ['off', 35, 'hash'],
  ])(
    'with a bad or missing hash, in the mode %s: never a complete (defender.md §1, §3.14)',
    async (mode, code, rule) => {
      const desk = await open('ghost', mode, 10, hashed)
      const wrong = { parameters: new Map([['hash', 'ab']]) }
      expect([await desk.plays('missing', 600), await desk.plays('wrong', 600, wrong)]).toEqual([code, code])
      const { steps, verdicts } = await desk.path('wrong')
      expect(steps).toEqual([
        [
          code,
          rule,
          'a valid hash',
          rule === 'ghost' ? 'hash wrong' : 'wrong',
          'inbound code 1000, by browser, hash wrong',
        ],
      ])
      const verdict = {
        rule: 'ghost',
        threshold: 'a valid hash',
        value: 'hash wrong',
        set_by: 'survey',
        at_return: true,
      }
      expect(verdicts).toEqual(mode === 'off' ? [] : [{ ...verdict, refused: mode === 'refuse' }])
      // a client term without a hash claims no complete
      expect(await desk.plays('screened', 1, {}, '2000')).toBe(35)
      expect(await verifyLedger(desk.database)).toEqual([])
    },
  )

  test('of a respondent who was never in the survey, sent a thousand times, has one line and changes nothing (law 8)', async () => {
    const desk = await open('ghost', 'refuse', 10, { surveyUrl: null })
    const hex = await desk.enter('closed')
    const times = Array.from({ length: 50 }, (_, at) => back(hex, '1000', { atMs: Date.now() + at }))
    const outcomes = await desk.ledger.write(desk.study.accountId, [...times, ...times])
    expect(outcomes.every(outcome => outcome.kind === 'sent' && outcome.code === 22 && outcome.repeat)).toBe(true)
    const { verdicts } = await desk.path('closed')
    expect(verdicts?.map(({ rule, value, at_return: atReturn }) => [rule, value, atReturn])).toEqual([
      ['survey_url', 'none', undefined],
      ['ghost', 'Overquota', true],
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('once more, long after the first, is recorded and stays one complete', async () => {
    const desk = await open('ghost', 'refuse', 10)
    const hex = await desk.enter('twice')
    await desk.returns(hex, 600)
    expect((await desk.returns(hex, 660)).repeat).toBe(true)
    expect((await desk.path('twice')).verdicts).toEqual([])
    expect(await desk.returns(hex, 7_200)).toMatchObject({ code: 30, repeat: true })
    expect((await desk.path('twice')).verdicts?.map(({ value }) => value)).toEqual(['again after 110 min'])
    expect(await desk.figures()).toMatchObject({ completes: 1, refused: 0 })
  })
})

describe('what a survey says of a respondent', () => {
  const signed = (parameters: Readonly<Record<string, string>>) => {
    const all = new Map(Object.entries(parameters))
    return { parameters: new Map([...all, ['hash', hashParameters(all, SECRET)]]) }
  }

  test('refuses a complete by its threshold where the return is signed, and is believed only there (defender.md §1)', async () => {
    const desk = await open('bot_score', 'refuse', 80, { hashSecrets: [SECRET] })
    const score = { inbound_code: '1000', bot_score: '91' }
    const { hash: _, ...unsigned } = { ...score, hash: '' }
    expect([
      await desk.plays('signed', 600, signed(score)),
      await desk.plays('fair', 600, signed({ ...score, bot_score: '80' })),
      await desk.plays('unsigned', 600, { parameters: new Map(Object.entries(unsigned)) }),
    ]).toEqual([33, 30, 30])
    expect((await desk.path('signed')).verdicts).toEqual([
      {
        rule: 'bot_score',
        refused: true,
        threshold: 'at most 80 of 100',
        value: '91',
        set_by: 'survey',
        at_return: true,
      },
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('refuses by the supplier’s Threat Level and Language Threshold at level 7 (§5.17)', async () => {
    const desk = await open('country', 'off', null, { hashSecrets: [SECRET] })
    await desk.database.asAccount(desk.study.accountId, tx =>
      tx.client.query(
        'update supplier set security_level = 7, bot_detection = true, threat_level = 40, text_analytics = true, language_threshold = 60 where account_id = $1',
        [desk.study.accountId],
      ),
    )
    expect([
      await desk.plays('bot', 600, signed({ bot_score: '41' })),
      await desk.plays('texts', 600, signed({ text_analytics: '61' })),
      await desk.plays('fair', 600, signed({ text_analytics: '60', bot_score: '40' })),
    ]).toEqual([33, 33, 30])
    expect((await desk.path('texts')).verdicts?.map(({ rule, set_by: setBy }) => [rule, setBy])).toEqual([
      ['text_analytics', 'supplier'],
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })
})
