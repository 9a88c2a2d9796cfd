import { faultsOf } from '@desk/machines/form/form.fields'
import type { IsKnown } from '@desk/schema/sources/quota-faults'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { describe, expect, test } from 'vitest'
import { partValues } from './allocations/allocation-values.ts'
import { openValues, wireValues } from '#kit/forms/field-kinds.ts'
import { classicFields, classicInput, classicSchema, classicWire, newClassic } from './classic-plan.ts'
import {
  hasPassed,
  knownBy,
  launchedWords,
  launchProblems,
  quotaProblemsIn,
  trafficNotes,
  type LaunchContext,
} from './launch-problems.ts'
import { sourceOptions, type SourceLists } from './source-lists.ts'
import { sourcePaths } from './source-paths.ts'
import { newSource, sourceFields, sourceSchema, sourceWire, type SourceFacts } from './source-plan.ts'
import { CALCULATION_TYPES, PACINGS } from './source-words.ts'

const NOW_MS = Date.UTC(2026, 10, 21)
const LISTS: SourceLists = {
  zones: [{ pm_code: 15, pm_code_name: '(UTC-05:00) New York', iana_name: 'America/New_York' }],
  countries: [{ pm_cy_cs_id: 840, name: 'United States of America', iso2: 'US' }],
  suppliers: [{ pm_sup_ud: 4, name: 'Kestrel', redirect_types: ['complete'] }],
}
const options = sourceOptions(LISTS, NOW_MS)
const DIY: SourceFacts = {
  type: 'diy',
  lists: LISTS,
  options,
  seesSuppliers: true,
  seesSellPrice: true,
  mayBoost: false,
  storedPrice: null,
}
const SURVEY = { out_of_field_time_zone_code: 15 } as SurveyDetail // all that a new source takes of it
const BEGUN = newSource(SURVEY, null)
const GIVEN = { ...BEGUN, stream_name: 'Mix', respondents: 100, supplier_cpi: '2.50' }

const judged = (facts: SourceFacts, stored: object) =>
  sourceWire(wireValues(sourceFields(facts), openValues(sourceFields(facts), stored)), 3)
const faults = (facts: SourceFacts, stored: object) =>
  faultsOf(sourceSchema(facts), judged(facts, stored)).map(({ path, message }) => `${path.join('_')}: ${message}`)

describe('the form of a source', () => {
  test('requires name, target and price; an exchange’s CPI may be empty, and no view that hides prices has one (§5.18, §5.19)', () => {
    expect(faults(DIY, BEGUN)).toEqual([
      'stream_name: Source Name is required',
      'respondents: Target (N) is required',
      'supplier_cpi: Supply Price is required',
    ])
    expect(faults({ ...DIY, type: 'lucid' }, BEGUN)).toEqual([
      'stream_name: Source Name is required',
      'respondents: Target (N) is required',
    ])
    expect(faults({ ...DIY, seesSuppliers: false }, GIVEN)).toEqual([])
    expect(
      sourceFields({ ...DIY, seesSuppliers: false, seesSellPrice: false })
        .map(({ name }) => name)
        .filter(name => /cpi|suppliers/.test(name)),
    ).toEqual([])
  })

  test('a price is a number from 0.01 to 200 (§5.19)', () =>
    expect(['0', '200.01', '1.2.3', '200'].map(price => faults(DIY, { ...GIVEN, supplier_cpi: price }))).toEqual([
      ['supplier_cpi: Supply Price must be a valid number'],
      ['supplier_cpi: Supply Price value must be less than $200.00'],
      ['supplier_cpi: Supply Price must be a valid number'],
      [],
    ]))

  test('another Supply Price is refused while every supplier has its own; the stored one and a first one pass (§5.19)', () => {
    const own = { ...GIVEN, suppliers: [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '3' }] }
    const shared = { ...GIVEN, suppliers: [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '' }] }
    expect(
      [own, shared].map(values => [2, 2.5, null].map(storedPrice => faults({ ...DIY, storedPrice }, values))),
    ).toEqual([
      [['supplier_cpi: Every supplier of this source has its own price'], [], []],
      [[], [], []],
    ])
  })

  test('a calculation type is needed with click balancing alone (§5.18), one of the cost bases (§3.37)', () => {
    expect([
      faults(DIY, { ...GIVEN, click_balancing: true }),
      faults(DIY, { ...GIVEN, click_balancing: true, calculation_type_code_ud: 2 }),
      faults(DIY, GIVEN),
    ]).toEqual([['calculation_type_code_ud: Calculation Type is required'], [], []])
    expect(CALCULATION_TYPES.map(({ label }) => label)).toEqual(['Completes', 'Survey starts', 'Hybrid'])
  })

  test('an allocation template leaves its prices out where a source has none (§5.19)', () => {
    const suppliers = [{ pm_sup_ud: 4, name: 'Kestrel', allocation_percent: 100, supplier_cpi: 2.5, is_gone: false }]
    expect([true, false].map(hasPrices => partValues(suppliers, hasPrices))).toEqual([
      [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '2.50' }],
      [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '' }],
    ])
    expect(faults({ ...DIY, type: 'lucid' }, { ...GIVEN, suppliers: partValues(suppliers, false) })).toEqual([])
  })

  test('pacing is called as the specification calls it (§9.6)', () =>
    expect(PACINGS.map(({ label }) => label)).toEqual([
      'No Pacing Required (complete ASAP)',
      'Accelerated Pacing (cap at 1.75x even distribution)',
      'Even Pacing (cap at 1.1x pace)',
    ]))

  test('suppliers add up to 100 %, each fault has its row; quotas need a condition, and have it once (§5.28)', () => {
    const suppliers = [{ pm_sup_ud: 4, allocation_percent: '60', supplier_cpi: '' }]
    const twice = [{ name: 'G', conditions: [], target: '', quotas: [{ name: 'A', conditions: [], target: '1' }] }]
    expect(faults(DIY, { ...GIVEN, suppliers })).toEqual(['suppliers: Allocation must add up to 100 %, not 60 %'])
    expect(
      faults(DIY, { ...GIVEN, suppliers: [{ ...suppliers[0], allocation_percent: '', supplier_cpi: '900' }] }),
    ).toEqual([
      'suppliers_0_allocation_percent: Allocation is required',
      'suppliers_0_supplier_cpi: Supply Price value must be less than $200.00',
    ])
    expect(faults(DIY, { ...GIVEN, quota_groups: twice })).toEqual([
      'quota_groups_0_quotas_0_conditions: A quota needs a condition',
    ])
    expect(
      faults(DIY, {
        ...GIVEN,
        quota_groups: [
          { ...twice[0], quotas: [{ name: '', conditions: [{ param: 'age', min: 1, max: 2 }], target: '' }] },
        ],
      }),
    ).toEqual([
      'quota_groups_0_quotas_0_name: Name is required',
      'quota_groups_0_quotas_0_target: Target (N) is required',
    ])
  })

  test('of a classic source: its supplier, and redirects that are checked and sent as a list (§2.21, §5.19)', () => {
    const fields = classicFields(LISTS, options)
    // as the rules of every source call it (§5.19)
    expect(fields.find(({ name }) => name === 'supplier_cpi')?.label).toBe('Supply Price')
    const wire = (stored: object) => classicWire(wireValues(fields, openValues(fields, stored)), 3)
    const given = { ...newClassic(SURVEY), stream_name: 'Own', respondents: 5, supplier_cpi: '1', pm_sup_ud: 4 }
    expect(faultsOf(classicSchema, wire(newClassic(SURVEY))).map(({ message }) => message)).toEqual([
      'Source Name is required',
      'Target (N) is required',
      'Supply Price is required',
      'Supplier is required',
    ])
    expect(
      faultsOf(classicSchema, wire({ ...given, redirects_complete: 'http://x.example' })).map(({ path }) => path),
    ).toEqual([['redirects_complete']])
    expect(classicInput(wire({ ...given, redirects_quality: ' https://x.example/q?id=[%RID%] ' }))).toEqual({
      stream_name: 'Own',
      respondents: 5,
      supplier_cpi: 1,
      pm_sup_ud: 4,
      out_of_field_time_zone_code: 15,
      click_balancing: false,
      calculation_type_code_ud: null,
      pacing: 1,
      hold_places: 1,
      stream_status_cd: 3,
      redirects: [{ type: 'quality', url: 'https://x.example/q?id=[%RID%]' }],
    })
  })
})

describe('what blocks a launch', () => {
  // of survey and project only what the launch is judged by
  const context = {
    source: null,
    isLucid: false,
    survey: { survey_url_flg: true, statusid: 1, out_of_field_date: null, live_blocks: [] },
    project: { statusid: 1, out_of_field_date: null },
    seesSuppliers: true,
    paths: sourcePaths('/manage/project', 7, 8),
  } as LaunchContext
  const fine = {
    respondents: '100',
    supplier_cpi: '2',
    suppliers: [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '' }],
    qualifications: [{ name: 'Age', param: 'age', min: 18, max: 30 }],
    quota_groups: [],
  }
  const words = (
    values: Parameters<typeof quotaProblemsIn>[0],
    changed: Partial<LaunchContext> = {},
    isKnown: IsKnown = () => true,
    date: string | null = null,
  ) =>
    launchProblems(values, quotaProblemsIn(values, isKnown), { ...context, ...changed }, date, NOW_MS).map(problem => [
      problem.words,
      problem.way?.kind === 'page' ? problem.way.path : (problem.way?.field ?? null),
    ])

  test('lists every problem in the status machine’s order, each with its field (§4.1)', () => {
    expect(words(fine)).toEqual([])
    expect(
      words(
        { ...fine, respondents: '', supplier_cpi: '', suppliers: [] },
        { survey: { ...context.survey, live_blocks: ['survey_url_missing'] } },
        undefined,
        '2026-11-20T00:00:00Z',
      ),
    ).toEqual([
      ['The survey URL is missing or not valid.', '/manage/project/7/survey/8/edit?field=survey_url'],
      ['The target must be greater than 0.', 'respondents'],
      ['The out-of-field date has passed.', 'out_of_field_date'],
      ['A price is missing.', 'supplier_cpi'],
      ['The source has no supplier.', 'suppliers'],
    ])
    expect(words({ ...fine, supplier_cpi: '', suppliers: [] }, { isLucid: true })).toEqual([
      ['The source has no supplier.', 'suppliers'],
    ])
    expect(words({ ...fine, suppliers: [{ pm_sup_ud: 4, allocation_percent: '60', supplier_cpi: '' }] })).toEqual([
      ['Adds up to 60 %: 40 % is left to give.', 'suppliers'],
    ])
    expect([
      hasPassed(null, NOW_MS),
      hasPassed('2026-11-22T00:00:00Z', NOW_MS),
      hasPassed('2026-11-21T00:00:00Z', NOW_MS),
    ]).toEqual([false, false, true])
  })

  test('names the object at fault: an ended survey or project, a passed date above with a link; nothing for a cancelled source (domain.md §2)', () => {
    const past = '2026-11-20T00:00:00Z'
    expect(words(fine, { survey: { ...context.survey, statusid: 4 } })).toEqual([
      ['The survey is Complete: none of its sources can go live.', '/manage/project/7/survey/8/streams'],
    ])
    expect(words(fine, { project: { ...context.project, statusid: 5 } })).toEqual([
      ['The project is Cancelled: none of its sources can go live.', '/manage/project/7/survey'],
    ])
    expect(
      words(fine, {
        survey: { ...context.survey, out_of_field_date: past },
        project: { ...context.project, out_of_field_date: past },
      }),
    ).toEqual([
      ['The out-of-field date of the survey has passed.', '/manage/project/7/survey/8/edit?field=out_of_field_date'],
      ['The out-of-field date of the project has passed.', '/manage/project/7/edit'],
    ])
    expect(
      words({ ...fine, respondents: '' }, { source: { statusid: 5, allowed: [], live_blocks: [], isLucid: false } }),
    ).toEqual([])
  })

  test('for hidden price and suppliers, shows the server’s answer and whom to ask by name (domain.md §4)', () => {
    const { supplier_cpi: _price, suppliers: _suppliers, ...plain } = fine
    const draft = (live_blocks: readonly ('price_missing' | 'supplier_missing')[]) =>
      words(plain, { seesSuppliers: false, source: { statusid: 3, allowed: [], live_blocks, isLucid: false } })
    const [noPrice, noSupplier] = [
      ['A price is missing. Ask an administrator of your account to set it.', null],
      ['The source has no supplier. Ask an administrator of your account to set it.', null],
    ]
    expect([words(plain, { seesSuppliers: false }), draft(['supplier_missing']), draft([])]).toEqual([
      [noPrice, noSupplier],
      [noSupplier],
      [],
    ])
    const asks = (ask_supply_side: readonly string[]) =>
      words(plain, { seesSuppliers: false, survey: { ...context.survey, ask_supply_side } }).map(([said]) => said)
    expect([
      asks(['Ann Admin', 'Bob Boss'])[0],
      asks(['Ann Admin'])[1],
      asks(['Ann Admin', 'Bob Boss', 'Cy Chef'])[0],
    ]).toEqual([
      'A price is missing. Ask Ann Admin or Bob Boss to set it.',
      'The source has no supplier. Ask Ann Admin to set it.',
      'A price is missing. Ask Ann Admin, Bob Boss or Cy Chef to set it.',
    ])
  })

  test('a draft or paused object above is no block, but is shown in the checklist and after the launch (domain.md §2)', () => {
    const notes = trafficNotes({
      ...context,
      survey: { ...context.survey, statusid: 3 },
      project: { ...context.project, statusid: 2 },
    })
    expect(notes).toEqual([
      {
        words: 'The survey is Draft: no traffic until it is live.',
        way: { kind: 'page', label: 'the survey', path: '/manage/project/7/survey/8/streams' },
      },
      {
        words: 'The project is Paused: no traffic until it is live.',
        way: { kind: 'page', label: 'the project', path: '/manage/project/7/survey' },
      },
    ])
    expect(launchedWords('Mix', notes)).toEqual({
      type: 'warning',
      message: 'Mix was saved and launched',
      description:
        'The survey is Draft: no traffic until it is live. The project is Paused: no traffic until it is live.',
    })
    expect([launchedWords('Mix', []), trafficNotes(context)]).toEqual([
      { type: 'success', message: 'Mix was saved and launched' },
      [],
    ])
  })

  test('quotas that cannot be met are named one by one: contradictory, over Target (N), of an unknown qualification', () => {
    const quota_groups = [
      {
        name: 'Old',
        conditions: [],
        target: '50',
        quotas: [{ name: 'A', conditions: [{ param: 'age', min: 60, max: null }], target: '120' }],
      },
    ]
    expect(
      words(
        { ...fine, quota_groups },
        {},
        knownBy({
          qualifications: fine.qualifications,
          quota_groups: [],
          problems: [{ path: ['qualifications', '0', 'param'], message: '' }],
        }),
      ),
    ).toEqual([
      ['No qualification has the precode age.', 'qualifications'],
      ['No respondent can meet this: the source takes Age 18 to 30 alone.', 'quota_groups'],
      ['The quotas of Old add up to 120, more than its target of 50.', 'quota_groups'],
      ['The quotas add up to 120, more than the Target (N) of 100.', 'quota_groups'],
    ])
  })

  test('a qualification or option that the server reported missing stays missing until it is removed', () => {
    const stored = {
      qualifications: [
        { name: 'Shoes', param: 'shoes', min: 1, max: 9 },
        { name: 'Gender', param: 'gender', in: ['3', '4'] },
      ],
      quota_groups: [{ name: 'G', conditions: [{ param: 'region', in: ['n'] }], target: null, quotas: [] }],
    }
    const isKnown = knownBy({
      ...stored,
      problems: [
        ['qualifications', '0', 'param'],
        ['qualifications', '1', 'in'],
        ['quota_groups', '0', 'conditions', '0', 'in'],
        ['quota_groups'],
      ].map(path => ({ path, message: '' })),
    })
    expect([
      isKnown('shoes'),
      isKnown('gender'),
      isKnown('gender', '3'),
      isKnown('gender', '4'),
      isKnown('gender', '1'),
      isKnown('region', 'n'),
      isKnown('age'),
    ]).toEqual([false, true, false, false, true, false, true])
    expect([
      words({ ...fine, qualifications: stored.qualifications }, {}, isKnown),
      words({ ...fine, qualifications: [{ name: 'Gender', param: 'gender', in: ['1', '3'] }] }, {}, isKnown),
    ]).toEqual([
      [
        ['No qualification has the precode shoes.', 'qualifications'],
        ['gender has no option with the precode 3, 4.', 'qualifications'],
      ],
      [],
    ])
  })
})
