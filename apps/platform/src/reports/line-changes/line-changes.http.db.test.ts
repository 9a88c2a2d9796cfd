import { beforeAll, describe, expect, test } from 'vitest'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const span = `change_from=${new Date(Date.now() - 24 * HOUR_MS).toISOString()}&change_to=${new Date(Date.now() + HOUR_MS).toISOString()}`
let on: Stage

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, sourceIds, supplierId } = on.study
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  await makeRespondents(platform().database, place, ['a', 'b'], { endedAtMs: Date.now() - HOUR_MS })
  await makeRespondents(platform().database, { ...place, supplierId: null }, ['c'], { endedAtMs: Date.now() - HOUR_MS })
})

const path = (report: string, figure: string, more = '') =>
  `/v1/figure-changes/reports/${report}&figure=${figure}&${span}${more}`

describe('why a figure of a report’s line changed (settlement.md §4)', () => {
  test('margin of a project and its total are told by supplier, states and cause, with respondents for Explain', async () => {
    const line = `costs?by=project&line=${on.study.projectId}`
    const [one, total] = await Promise.all([
      on.advanced('GET', path(line, 'margin')),
      on.advanced('GET', path('costs?by=project', 'margin')),
    ])
    expect(one.body.of).toEqual([{ is: 'project', id: String(on.study.projectId), name: expect.any(String) }])
    expect(total.body.of).toEqual([])
    for (const { status, body } of [one, total]) {
      expect(status).toBe(200)
      expect(body.terms).toEqual([{ role: 'figure', label: 'Margin', unit: 'cents', before: 0, after: 1_800 }])
      expect(
        body.parts.map(({ sup, cause, respondents, changes }: Record<string, unknown>) => [
          sup,
          cause,
          respondents,
          changes,
        ]),
      ).toEqual([
        [on.study.supplierId, 'returned', 2, [1_200]],
        [0, 'returned', 1, [600]],
      ])
    }
    const people = (sup: number) =>
      on.advanced(
        'GET',
        path(line.replace('?', '/respondents?'), 'margin', `&cause=returned&from_code=11&to_code=30&sup=${sup}`),
      )
    expect((await people(on.study.supplierId)).body.map(({ rid }: { rid: string }) => rid)).toEqual(['b', 'a'])
    expect((await people(0)).body.map(({ rid }: { rid: string }) => rid)).toEqual(['c'])
  })

  test('a line of a supplier in a state counts its own respondents alone', async () => {
    const { body } = await on.advanced(
      'GET',
      path(`traffic?by=supplier&and=state&line=${on.study.supplierId}&line=30`, 'completes'),
    )
    expect(body.terms).toEqual([{ role: 'figure', label: 'Completes', unit: 'respondents', before: 0, after: 2 }])
    const none = await on.advanced('GET', path('traffic?by=supplier&line=', 'completes'))
    expect(none.body.terms[0].after).toBe(1)
  })

  test('the plain external view gets neither suppliers nor hidden columns and states (domain.md §4)', async () => {
    const { body } = await on.plain('GET', path(`costs?by=project&line=${on.study.projectId}`, 'revenue'))
    expect(body.parts.map((part: object) => [Object.hasOwn(part, 'sup'), Object.hasOwn(part, 'supplier')])).toEqual([
      [false, false],
    ])
    const hidden = ['expense', 'margin', 'margin_share', 'expense_adjusted']
    const answers = await Promise.all([
      ...hidden.map(figure => on.plain('GET', path('costs?by=project', figure))),
      on.plain('GET', path('traffic?by=state&line=40', 'entrants')),
      on.plain('GET', path('suppliers?by=project', 'drop_off')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    const refused = await Promise.all([
      on.plain('GET', path(`traffic?by=supplier&line=${on.study.supplierId}`, 'completes')),
      on.plain('GET', path('traffic?by=reason&line=930', 'completes')),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 422])
  })

  test('another account’s line answers 404; what is no line, no figure or no time of the report answers 4xx', async () => {
    const { projectId, sourceIds } = on.study
    const foreign = await Promise.all(
      [`project&line=${projectId}`, `source&line=${sourceIds[0] ?? 0}`, `project&line=1&pm_proj_ud=${projectId}`].map(
        by => on.otherAccount('GET', path(`traffic?by=${by}`, 'completes')),
      ),
    )
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404])
    const wrong = [
      path('traffic?by=day&line=2026-13-45', 'completes'),
      path('traffic?by=day&line=2026-02-31', 'completes'),
      path('traffic?by=hour&line=2026-11-01T00:30:00.000Z', 'completes'),
      path('traffic?by=project&line=', 'completes'),
      path('traffic?by=project&line=99999999999', 'completes'),
      path('traffic?by=project&line=1&line=2', 'completes'),
      path('traffic?by=state&line=99', 'completes'),
      path('traffic?by=reason&line=a%00b', 'completes'),
      path('traffic?by=project', 'reject_rate'),
      path('hours?by=project', 'completes'),
      path('hours?by=supplier', 'entrants'),
      path('terminations?by=project', 'respondents'),
      path(`quotas?line=${sourceIds[0] ?? 0}&line=a`, 'completes'),
      path('quotas?from=2026-11-01T00:00:00.000Z&line=1&line=', 'completes'),
      path('traffic?by=project', 'constructor'),
      path('traffic?by=project', 'completes').replace('change_from', 'change_to'),
    ]
    const answers = await Promise.all(wrong.map(one => on.advanced('GET', one)))
    expect(answers.map(({ status }, at) => [wrong[at], status >= 400 && status < 500])).toEqual(
      wrong.map(one => [one, true]),
    )
  })
})
