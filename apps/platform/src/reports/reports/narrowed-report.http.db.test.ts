import { REPORT_CHOICES_MAX } from '@desk/schema/reports/report'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addEntries } from '#ledger/testing/sums'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { findTimes } from './report-times.store.ts'

const platform = usePlatform()
let on: Stage
/** Three studies with 1, 2 and 4 entrants: whatever is summed, the sum says which of them it is of. */
interface OfStudy {
  readonly project: number
  readonly survey: number
  readonly source: number
  readonly supplier: number
}
let studies: readonly OfStudy[]
let manager: number
let unit: number
const NAMES_AND_STATUSES = [
  ['Beverages', 1],
  ['Coffee', 2],
  ['Tea', 3],
] as const

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId } = study
  manager = (await make.user({ accountId, firstname: 'Grace', lastname: 'Hopper' })).userId
  unit = await make.businessUnit({ accountId, name: 'West' })
  const made: OfStudy[] = []
  for (const [no, [name, status]] of NAMES_AND_STATUSES.entries()) {
    const project = await make.project({
      accountId,
      name,
      status,
      consultantUserId: no === 0 ? manager : null,
      businessUnitId: no === 1 ? unit : null,
    })
    const survey = await make.survey({ accountId, projectId: project, name: `${name} survey` })
    if (no === 2)
      await platform().database.asSystem(tx =>
        sql`update survey set country_id = 826 where account_id = ${accountId} and survey_id = ${survey}`.execute(tx),
      )
    const source = await make.source({ accountId, projectId: project, surveyId: survey, name: `${name} source` })
    const supplier = await make.supplier({ accountId, name: `${name} panel` })
    const respondents = 2 ** no
    await platform().database.asSystem(async tx => {
      await addEntries(tx, { accountId, sourceId: source, supplierId: supplier, code: 11, respondents })
      await sql`insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_11) values (${accountId}, ${source}, ${supplier}, ${respondents}, ${respondents})`.execute(
        tx,
      )
    })
    made.push({ project, survey, source, supplier })
  }
  studies = made
})

const of = (kind: keyof OfStudy, ...which: readonly number[]) => which.map(no => studies[no]?.[kind] ?? 0)
const read = async (path: string) => {
  const { status, body } = await on.advanced('GET', `/v1/reports/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}
const repeated = (name: string, ids: readonly (number | string)[]) => ids.map(id => `${name}=${id}`).join('&')

describe('a report is narrowed to several things at once (settlement.md §4)', () => {
  test.each(['traffic', 'suppliers', 'managers'])(
    '%s: projects, surveys, sources, suppliers, managers, units, statuses and countries, each by its name repeated (api:P6, api:M14)',
    async type => {
      const entrantsOf = async (query: string) => (await read(`${type}?${query}`)).total.entrants
      expect([
        await entrantsOf(repeated('pm_proj_ud', of('project', 0, 2))),
        await entrantsOf(repeated('pm_sy_ud', of('survey', 0, 1))),
        await entrantsOf(repeated('stmid', of('source', 1, 2))),
        await entrantsOf(repeated('pm_sup_ud', of('supplier', 0, 2))),
        await entrantsOf(repeated('consultant', [manager, NO_CONSULTANT_UID])),
        await entrantsOf(repeated('consultant', [manager])),
        await entrantsOf(repeated('business_unit_ud', [unit])),
        await entrantsOf(repeated('status', [1, 3])),
        await entrantsOf(repeated('status', ['all', 3])),
        await entrantsOf(repeated('pm_cy_cs_id', [826, 840])),
        await entrantsOf(repeated('pm_cy_cs_id', [826, 276])),
        await entrantsOf([repeated('pm_proj_ud', of('project', 0, 1)), repeated('status', [2, 3])].join('&')),
      ]).toEqual([5, 3, 6, 5, 7, 1, 2, 5, 7, 7, 4, 2])
    },
  )

  test('it says the names of what it is narrowed to, in the order of its filters (api:P6)', async () => {
    const [tea = 0, beverages = 0] = of('project', 2, 0)
    const [source = 0] = of('source', 2)
    const query = [
      repeated('stmid', [source]),
      repeated('pm_proj_ud', [tea, beverages]),
      `consultant=${NO_CONSULTANT_UID}`,
    ]
    expect((await read(`traffic?${query.join('&')}`)).narrowed_to).toEqual([
      { is: 'project', id: beverages, name: 'Beverages' },
      { is: 'project', id: tea, name: 'Tea' },
      { is: 'source', id: source, name: 'Tea source' },
      { is: 'manager', id: NO_CONSULTANT_UID, name: 'Other (no consultant)' },
    ])
    expect(await read('traffic')).not.toHaveProperty('narrowed_to')
  })

  test('a body names several, too; of projects those that the account has (api:P7)', async () => {
    const entrantsOf = async (body: object) =>
      (await on.advanced('POST', '/v1/reports/traffic', body)).body.total?.entrants
    expect([
      await entrantsOf({ pm_proj_uds: [...of('project', 0, 1), 2_000_000_000], pm_sy_ud: of('survey', 1)[0] }),
      await entrantsOf({ stmid: of('source', 0, 2) }),
      await entrantsOf({ pm_sup_ud: of('supplier', 1, 2), pm_sy_ud: of('survey', 0, 1) }),
      await entrantsOf({ stmid: [] }),
    ]).toEqual([2, 5, 2, 0])
  })

  test('one that the account does not have makes it not found; none sees another account’s names (api:P6, F12)', async () => {
    const [project = 0] = of('project', 0)
    const statuses = []
    for (const query of [`pm_proj_ud=${project}&pm_proj_ud=2000000000`, `stmid=${of('source', 0)[0]}&stmid=1999999999`])
      statuses.push((await on.advanced('GET', `/v1/reports/traffic?${query}`)).status)
    expect(statuses).toEqual([404, 404])
    const foreign = await on.otherAccount('POST', '/v1/reports/traffic', { pm_proj_uds: of('project', 0, 1, 2) })
    expect([foreign.status, foreign.body.narrowed_to, foreign.body.lines]).toEqual([200, undefined, []])
    const guest = await on.otherAccount('GET', `/v1/reports/traffic?consultant=${manager}&business_unit_ud=${unit}`)
    expect([guest.status, guest.body.narrowed_to]).toEqual([200, undefined])
  })

  test('there are at most so many of each, and each is an id', async () => {
    const many = Array.from({ length: REPORT_CHOICES_MAX + 1 }, (_, no) => no + 1)
    const statuses = []
    for (const query of [repeated('pm_proj_ud', many), repeated('status', many), 'stmid=1&stmid=x', 'pm_sy_ud=1,2'])
      statuses.push((await on.advanced('GET', `/v1/reports/traffic?${query}`)).status)
    statuses.push((await on.advanced('POST', '/v1/reports/traffic', { stmid: many })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422])
    // a project that is named twice is one
    const [project = 0] = of('project', 2)
    expect((await read(`traffic?pm_proj_ud=${project}&pm_proj_ud=${project}`)).total.entrants).toBe(4)
  })

  test('its file is narrowed alike, and its notes say so (§9.11)', async () => {
    const query = `${repeated('pm_proj_ud', of('project', 2, 0))}&and=supplier&from=2020-01-01T00:00:00.000Z`
    const { body } = await on.advanced('GET', `/v1/reports/traffic/file?format=csv&${query}`)
    const [, ...lines] = String(body).split('\r\n')
    const notes = await on.advanced('GET', `/v1/reports/traffic/file?format=notes&${query}`)
    expect(String(notes.body).replace('\uFEFF', '').split('\r\n')).toEqual([
      '"Note","Words"',
      '"Report","Traffic"',
      '"Project","Beverages, Tea"',
      '"From","2020-01-01T00:00:00.000Z"',
      expect.stringMatching(/^"As of","\d{4}-/),
      '"Currency","USD"',
      '',
    ])
    expect(lines.map(line => line.split(',').slice(0, 3).join(','))).toEqual([
      '"Tea","Tea panel","4"',
      '"Beverages","Beverages panel","1"',
      '',
    ])
  })
})

describe('a report’s time by the calendar (settlement.md §4)', () => {
  test.each([
    // New York leaves summer time on 1 November 2026
    ['today', 15, '2026-11-02T03:30:00Z', '2026-11-01T04:00:00.000Z', undefined],
    ['yesterday', 15, '2026-11-02T05:30:00Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['this_week', 15, '2026-11-02T04:30:00Z', '2026-10-26T04:00:00.000Z', undefined],
    ['this_week', 15, '2026-11-02T05:00:00Z', '2026-11-02T05:00:00.000Z', undefined],
    ['last_week', 15, '2026-11-05T12:00:00Z', '2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['this_month', 15, '2026-12-01T04:59:59Z', '2026-11-01T04:00:00.000Z', undefined],
    ['last_month', 15, '2026-12-31T12:00:00Z', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['last_quarter', 15, '2026-11-15T12:00:00Z', '2026-07-01T04:00:00.000Z', '2026-10-01T04:00:00.000Z'],
    ['this_year', 15, '2026-11-15T12:00:00Z', '2026-01-01T05:00:00.000Z', undefined],
    ['last_year', 15, '2026-11-15T12:00:00Z', '2025-01-01T05:00:00.000Z', '2026-01-01T05:00:00.000Z'],
    // an unknown zone is UTC
    ['yesterday', -1, '2026-11-02T05:30:00Z', '2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  ] as const)('%s of zone %i at %s begins at %s', async (period, zone, at, from, to) => {
    const times = await platform().database.readAsSystem(tx => findTimes(tx, period, zone, new Date(at)))
    expect(times).toEqual(to === undefined ? { from } : { from, to })
  })

  test('narrows every report but that of now, and the answer says between which moments (api:P6, api:M14)', async () => {
    const today = await read('traffic?period=today')
    expect([today.from <= today.as_of, today.to]).toEqual([true, undefined])
    const before = await read('suppliers?period=last_year')
    const within = `from=${before.from}&to=${before.to}`
    const body = { period: 'last_year' }
    expect([
      before.total,
      Date.parse(before.to) - Date.parse(before.from) >= 365 * 86_400_000,
      (await on.advanced('POST', '/v1/reports/traffic', body)).body.total.entrants,
    ]).toEqual([(await read(`suppliers?${within}`)).total, true, before.total.entrants])
    const thisYear = await read('suppliers?period=this_year')
    expect([before.total.entrants, thisYear.total.entrants]).not.toEqual([7, 7])
    const faults = []
    for (const query of [
      'quotas?period=today',
      'traffic?period=today&from=2026-01-01T00:00:00.000Z',
      'traffic?period=this_fortnight',
    ]) {
      const { status, body } = await on.advanced('GET', `/v1/reports/${query}`)
      faults.push([status, body.details?.[0]?.path?.[0]])
    }
    expect(faults).toEqual([
      [422, 'period'],
      [422, 'period'],
      [422, 'period'],
    ])
  })
})
