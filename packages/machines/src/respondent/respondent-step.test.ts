import { describe, expect, test } from 'vitest'
import { RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import { abandonDueAtMs } from './abandon.ts'
import { RESPONDENT_EVENTS, type RespondentEvent } from './respondent.events.ts'
import type { RespondentContext } from './respondent.machine.ts'
import { respondentStep, respondentStepByMachine, type RespondentStepResult } from './respondent-step.ts'

const FRESH: RespondentContext = { late: false, viaServer: false }
const CODES = Object.values(RESPONDENT_CODES)
const back = (
  code: 30 | 31 | 32 | 33 | 34 | 35,
  how: { viaServer?: boolean; isBelieved?: boolean; late?: boolean } = {},
): RespondentEvent => ({
  type: 'return.received',
  code,
  viaServer: how.viaServer ?? false,
  isBelieved: how.isBelieved ?? how.viaServer ?? false,
  late: how.late ?? false,
})
const walk = (events: readonly RespondentEvent[], from: RespondentCode = 10): RespondentStepResult =>
  events.reduce<RespondentStepResult>((at, event) => respondentStep(at.code, at, event), {
    code: from,
    ...FRESH,
    changed: false,
    repeat: false,
  })

test('the table of the hot path equals the machine for every state, context and event (law 8)', () => {
  const contexts = [false, true].flatMap(late => [false, true].map(viaServer => ({ late, viaServer })))
  const cases = CODES.flatMap(code =>
    contexts.flatMap(context => RESPONDENT_EVENTS.map(event => ({ code, context, event }))),
  )
  expect(cases.length).toBe(14 * 4 * 52)
  expect(cases.map(({ code, context, event }) => respondentStep(code, context, event))).toEqual(
    cases.map(({ code, context, event }) => respondentStepByMachine(code, context, event)),
  )
})

test('a browser’s return is not believed, even if it claims to come from a server (domain.md §3)', () => {
  const claimed = back(30, { viaServer: false, isBelieved: true })
  expect(respondentStepByMachine(31, FRESH, claimed)).toEqual({ code: 31, ...FRESH, changed: false, repeat: true })
})

describe('the first final state wins (law 8)', () => {
  for (const code of [30, 31, 32, 33, 34, 35] as const) {
    test(`in survey, a return with ${code} is final`, () => {
      expect(walk([{ type: 'survey.entered' }, back(code)])).toEqual({
        code,
        changed: true,
        late: false,
        viaServer: false,
        repeat: false,
      })
    })
    test(`after ${code}, any other browser return is a repeat`, () => {
      for (const other of [30, 31, 32, 33, 34, 35] as const) {
        expect(respondentStep(code, FRESH, back(other))).toEqual({
          code,
          changed: false,
          late: false,
          viaServer: false,
          repeat: true,
        })
      }
    })
  }
  test('a refusal at entry is final, even for a server’s return', () => {
    for (const code of [20, 21, 22] as const) {
      expect(walk([{ type: 'entry.refused', code }])).toEqual({
        code,
        changed: true,
        late: false,
        viaServer: false,
        repeat: false,
      })
      expect(respondentStep(code, FRESH, back(30, { viaServer: true }))).toEqual({
        code,
        changed: false,
        late: false,
        viaServer: false,
        repeat: true,
      })
    }
  })
  test('someone who has not entered the survey cannot come back from it', () => {
    expect(walk([back(30)])).toEqual({ code: 10, changed: false, late: false, viaServer: false, repeat: false })
  })
})

describe('an unsigned server-to-server return', () => {
  const unproven = (code: 30 | 31) => back(code, { viaServer: true, isBelieved: false })
  test('overrules nothing: it is a repeat, and confirms nothing', () => {
    for (const code of [30, 31] as const)
      expect(respondentStep(31, FRESH, unproven(code))).toEqual({
        code: 31,
        changed: false,
        late: false,
        viaServer: false,
        repeat: true,
      })
  })
  test('decides if it is the first, as a browser’s does, and a believed one overrules it', () => {
    const first = walk([{ type: 'survey.entered' }, unproven(30)])
    expect(first).toEqual({ code: 30, changed: true, late: false, viaServer: false, repeat: false })
    expect(respondentStep(first.code, first, back(31, { viaServer: true }))).toEqual({
      code: 31,
      changed: true,
      late: false,
      viaServer: true,
      repeat: false,
    })
  })
})

describe('a server-to-server return that is believed', () => {
  test('overrules an earlier browser return, once', () => {
    const first = respondentStep(31, FRESH, back(30, { viaServer: true, late: true }))
    expect(first).toEqual({ code: 30, changed: true, late: false, viaServer: true, repeat: false })
    expect(respondentStep(first.code, first, back(33, { viaServer: true }))).toEqual({
      code: 30,
      changed: false,
      late: false,
      viaServer: true,
      repeat: true,
    })
  })
  test('with the same outcome confirms it: a repeat that later servers cannot beat', () => {
    const confirmed = respondentStep(30, FRESH, back(30, { viaServer: true }))
    expect(confirmed).toEqual({ code: 30, changed: false, late: false, viaServer: true, repeat: true })
    expect(respondentStep(30, confirmed, back(31, { viaServer: true })).code).toBe(30)
  })
  test('is not overruled by a later browser return', () => {
    expect(walk([{ type: 'survey.entered' }, back(31, { viaServer: true }), back(30)])).toEqual({
      code: 31,
      changed: false,
      late: false,
      viaServer: true,
      repeat: true,
    })
  })
  test('that is invalid overrules nothing', () => {
    expect(respondentStep(30, FRESH, back(35, { viaServer: true }))).toEqual({
      code: 30,
      changed: false,
      late: false,
      viaServer: false,
      repeat: true,
    })
  })
})

describe('abandons (§4.4)', () => {
  test('fall due 1.8 times the stated interview length after the start (§4.4, §9.5)', () => {
    expect([abandonDueAtMs(1_000, 10), abandonDueAtMs(0, 12.5), abandonDueAtMs(0, 1)]).toEqual([
      1_081_000, 1_350_000, 108_000,
    ])
  })
  test('inflight respondents become abandons when their time is over (§4.4)', () => {
    expect(walk([{ type: 'abandon.due' }]).code).toBe(40)
    expect(walk([{ type: 'survey.entered' }, { type: 'abandon.due' }])).toEqual({
      code: 40,
      changed: true,
      late: false,
      viaServer: false,
      repeat: false,
    })
  })
  test('finished respondents do not (§4.4)', () => {
    for (const code of CODES.filter(code => code >= 20))
      expect(respondentStep(code, FRESH, { type: 'abandon.due' })).toEqual({
        code,
        changed: false,
        ...FRESH,
        repeat: false,
      })
  })
  test('a late return is accepted and flagged late (§4.4)', () => {
    expect(walk([{ type: 'survey.entered' }, { type: 'abandon.due' }, back(30)])).toEqual({
      code: 30,
      changed: true,
      late: true,
      viaServer: false,
      repeat: false,
    })
  })
  test('a return after the time, before the sweep, is flagged late as well (§4.4)', () => {
    expect(walk([{ type: 'survey.entered' }, back(30, { late: true })])).toEqual({
      code: 30,
      changed: true,
      late: true,
      viaServer: false,
      repeat: false,
    })
  })
})

describe('reconciliation', () => {
  const outcomes = (type: 'reconciliation.rejected' | 'reconciliation.accepted') =>
    Object.fromEntries(CODES.map(code => [code, respondentStep(code, FRESH, { type }).code]))
  test('rejects completes, including those that it accepted before', () => {
    expect(outcomes('reconciliation.rejected')).toEqual({
      ...Object.fromEntries(CODES.map(code => [code, code])),
      30: 50,
      51: 50,
    })
  })
  test('accepts respondents who were in the survey and are no completes', () => {
    expect(outcomes('reconciliation.accepted')).toEqual({
      ...Object.fromEntries(CODES.map(code => [code, code])),
      31: 51,
      32: 51,
      33: 51,
      34: 51,
      35: 51,
      40: 51,
      50: 51,
    })
  })
  test('is not undone by a return', () => {
    for (const code of [50, 51] as const)
      expect(respondentStep(code, FRESH, back(31, { viaServer: true }))).toEqual({
        code,
        changed: false,
        ...FRESH,
        repeat: true,
      })
  })
})

test('an event that the machine does not know changes nothing (law 2)', () => {
  // An event that the types do not have is the point.
  expect(respondentStep(11, FRESH, { type: 'no.such.event' } as never)).toEqual({
    code: 11,
    changed: false,
    ...FRESH,
    repeat: false,
  })
})
