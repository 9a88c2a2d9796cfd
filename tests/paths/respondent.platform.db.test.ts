import { coverageOf } from '@desk/machines/tools/paths/coverage'
import { pathsOf } from '@desk/machines/tools/paths/paths'
import type { PathStep } from '@desk/machines/tools/paths/walk'
import { respondentStep } from '@desk/machines/respondent/respondent-step'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { RespondentEvent } from '@desk/machines/respondent/respondent.events'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import type { AdjustmentOperation } from '@desk/platform/ledger/facts/ledger-operations'
import { formatRdud, parseRdud } from '@desk/platform/ledger/facts/rdud'
import { hashParameters } from '@desk/platform/ledger/facts/return-hash'
import { REDIRECT_OF_STATE } from '@desk/platform/ledger/facts/redirects'
import { sweepAbandons } from '@desk/platform/ledger/sweeps/sweeps'
import { adjustAll } from '@desk/platform/ledger/testing/adjust-all'
import { verifyLedger } from '@desk/platform/ledger/verify/verify-ledger'
import { usePlatform } from '@desk/platform/testing/platform'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import {
  COLUMN_OF_STATE,
  COUNT_COLUMNS,
  INBOUND_CODES,
  RESPONDENT_CODES,
  type RespondentCode,
  type RespondentStateName,
} from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

/*
 * Law 8: every generated path of the shipped respondent machine, gone by a respondent of a source of their own through the
 * public links of a real platform. After each step the ledger and the source table must say what the machine says.
 */
const platform = usePlatform()

type RespondentMachine = typeof PATH_SOURCES.respondent.machine
type EventOf<T extends RespondentEvent['type']> = Extract<RespondentEvent, { type: T }>

/**
 * A respondent on a path: the source, alone in its survey, and the id that the survey was given once the door has let
 * them in.
 */
interface Walker {
  readonly surveyId: number
  readonly sourceId: number
  readonly rid: string
  rdud: string
}

/** The key of the survey's server; without its signature a return proves nothing. */
const KEY = 'the key of the account'
const SEEN_BEFORE = 'a browser that was here before'
/** Every source has the same door; a respondent's answers decide who passes it. */
const WELCOME = 'age=30&gender=1'
const TURNED_AWAY: Readonly<Record<EventOf<'entry.refused'>['code'], string>> = {
  20: `${WELCOME}&fp=${encodeURIComponent(SEEN_BEFORE)}`,
  21: 'age=17&gender=1',
  22: 'age=30&gender=2',
}
const REFUSED_BY: Readonly<Record<EventOf<'entry.refused'>['code'], string>> = {
  20: 'duplicate_fingerprint',
  21: 'qualification: adult',
  22: 'sub-quota: full',
}

let study: { accountId: number; projectId: number; supplierId: number }
let token = ''
let maker: StudyMaker

async function openSource(): Promise<{ surveyId: number; sourceId: number }> {
  const { accountId, supplierId } = study
  const surveyId = await maker.survey(study)
  const sourceId = await maker.source({ ...study, surveyId, supplierIds: [supplierId] })
  await platform().database.asSystem(async tx => {
    await sql`insert into defender_rule (account_id, survey_id, rule, threshold, window_hours) values (${accountId}, ${surveyId}, 'duplicate_fingerprint', 1, 24)`.execute(
      tx,
    )
    await sql`insert into source_qualification (account_id, source_id, qualification_no, name, condition)
              values (${accountId}, ${sourceId}, 1, 'adult', '{"param": "age", "min": 18, "max": null}')`.execute(tx)
    await sql`insert into source_quota (account_id, source_id, quota_no, name, conditions, target)
              values (${accountId}, ${sourceId}, 1, 'open', '[{"param": "gender", "in": ["1"]}]', 100),
                     (${accountId}, ${sourceId}, 2, 'full', '[{"param": "gender", "in": ["2"]}]', 0)`.execute(tx)
  })
  return { surveyId, sourceId }
}

const enter = (sourceId: number, rid: string, brings: string) =>
  platform().call('GET', `/entry/${sourceId}?sup=${study.supplierId}&rid=${rid}&${brings}`)

beforeAll(async () => {
  maker = new StudyMaker(platform().database)
  const accountId = await maker.account()
  const projectId = await maker.project({ accountId })
  study = { accountId, projectId, supplierId: await maker.supplier({ accountId }) }
  await platform().database.asSystem(tx =>
    sql`insert into hash_key (account_id, secret, valid_from) values (${accountId}, ${KEY}, now() - interval '1 hour')`.execute(
      tx,
    ),
  )
  await platform().database.asSystem(tx =>
    sql`insert into supplier_redirect (account_id, supplier_id, type, url)
        values (${accountId}, ${study.supplierId}, 'default', 'https://panel.example/back?o=[%OUTCOME%]&r=[%RID%]')`.execute(
      tx,
    ),
  )
  // the internal view has every column
  const { username } = await maker.user({ accountId, advancedView: true })
  token = await platform().signIn(username, TEST_PASSWORD)
})

interface StoredRespondent {
  readonly rdud: string
  readonly code: RespondentCode
  readonly late: boolean
  readonly viaServer: boolean
}

async function stored({ sourceId, rid }: Walker): Promise<StoredRespondent | undefined> {
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<StoredRespondent>`select rdud, code, late, via_server as "viaServer" from respondent
      where account_id = ${study.accountId} and source_id = ${sourceId} and rid = ${rid}`.execute(tx),
  )
  const [row] = rows
  return row && { ...row, rdud: formatRdud(study.accountId, row.rdud.replaceAll('-', '')) }
}

/** Moves the moment at which the respondent's time is over, instead of the clock of the links. */
const isLate = ({ rdud }: Walker) =>
  platform().database.asSystem(tx =>
    sql`update respondent set abandon_at = now() - interval '1 hour' where account_id = ${study.accountId} and rdud = ${parseRdud(rdud)?.hex}::uuid`.execute(
      tx,
    ),
  )

const supplierAddress = ({ rid }: Walker, code: RespondentCode) =>
  `https://panel.example/back?o=${REDIRECT_OF_STATE[code]}&r=${rid}`

async function isTurnedAway(walker: Walker, { code }: EventOf<'entry.refused'>): Promise<void> {
  if (code === 20) {
    const elsewhere = await maker.source({ ...study, surveyId: walker.surveyId, supplierIds: [study.supplierId] })
    expect((await enter(elsewhere, 'first', TURNED_AWAY[20])).headers.get('location')).toMatch(
      /^https:\/\/survey\.example/,
    )
  }
  const { status, headers } = await enter(walker.sourceId, walker.rid, TURNED_AWAY[code])
  expect([status, headers.get('location')]).toEqual([302, supplierAddress(walker, code)])
  walker.rdud = (await stored(walker))?.rdud ?? ''
}

async function entersSurvey(walker: Walker): Promise<void> {
  const { status, headers } = await enter(walker.sourceId, walker.rid, WELCOME)
  const [address, rdud = ''] = (headers.get('location') ?? '').split('?id=')
  expect([status, address]).toEqual([302, 'https://survey.example/s'])
  walker.rdud = rdud
}

async function returns(
  walker: Walker,
  event: EventOf<'return.received'>,
  { state, commands }: PathStep<RespondentMachine>,
): Promise<void> {
  if (event.late) await isLate(walker)
  const inboundCode =
    Object.keys(INBOUND_CODES).find(inbound => INBOUND_CODES[inbound] === event.code) ?? 'a code that no survey knows'
  const code = RESPONDENT_CODES[state.value as RespondentStateName] // the respondent machine has no nested states
  const isRepeat = commands.some(({ type }) => type === 'logRepeat')
  if (event.viaServer) {
    const parameters = { inbound_code: inboundCode, rdud: walker.rdud }
    const hash = event.isBelieved ? { hash: hashParameters(new Map(Object.entries(parameters)), KEY) } : {}
    const { status, body } = await platform().call('POST', '/return', { body: { ...parameters, ...hash } })
    const { late } = state.context as { late: boolean } // RespondentContext
    expect({ status, body }).toEqual({
      status: 200,
      body: { outcome: REDIRECT_OF_STATE[code], redirect: supplierAddress(walker, code), repeat: isRepeat, late },
    })
  } else {
    const { status, headers } = await platform().call(
      'GET',
      `/return?inbound_code=${encodeURIComponent(inboundCode)}&rdud=${walker.rdud}`,
    )
    expect([status, headers.get('location')]).toEqual([302, supplierAddress(walker, code)])
  }
}

/** Later than 1.8 times the stated interview length of 10 minutes. */
const LONG_AFTER_MS = 3_600_000

async function timeIsOver(walker: Walker): Promise<void> {
  if (walker.rdud === '') {
    // The door judges and records in one transaction, so that no respondent is ever seen at 10; the sweep takes them
    // there all the same.
    await entersSurvey(walker)
    await platform().database.asSystem(async tx => {
      await sql`update respondent set code = ${RESPONDENT_CODES.entered} where account_id = ${study.accountId} and rdud = ${parseRdud(walker.rdud)?.hex}::uuid`.execute(
        tx,
      )
      // the counts by state go with them, as the door would have left them
      await sql`update rollup set code_10 = code_10 + 1, code_11 = code_11 - 1 where account_id = ${study.accountId}
        and (scope, scope_id) in ((1, (select project_id from source where source_id = ${walker.sourceId})), (2, ${walker.surveyId}), (3, ${walker.sourceId}))`.execute(
        tx,
      )
      await sql`update supplier_rollup set code_10 = code_10 + 1, code_11 = code_11 - 1 where account_id = ${study.accountId} and source_id = ${walker.sourceId}`.execute(
        tx,
      )
      await sql`insert into ending_line (account_id, hours, source_ids, supplier_ids, codes, rules, respondents)
        select account_id, array[h.hour, h.hour], array[source_id, source_id], array[coalesce(supplier_id, 0), coalesce(supplier_id, 0)], array[10, 11], array['', ''], array[1, -1]
        from respondent, lateral (select floor(extract(epoch from entered_at) / 3600)::int as hour) h
        where account_id = ${study.accountId} and rdud = ${parseRdud(walker.rdud)?.hex}::uuid`.execute(tx)
    })
  }
  const { database } = platform()
  await sweepAbandons({ database, ledger: createLedger(database), nowMs: () => Date.now() + LONG_AFTER_MS })
}

async function sourceRow({ surveyId, sourceId }: Walker) {
  const { body } = await platform().call('GET', `/v1/survey-stream-metrics/${surveyId}`, { token })
  return body.find(({ stmid }: { stmid: number }) => stmid === sourceId)
}

const explained = ({ sourceId, rdud }: Walker) =>
  platform().call('GET', `/v1/survey-streams/${sourceId}/respondent?find=${rdud}`, { token })

/** A reconciliation, or the undo of one, as the ledger takes it. */
async function isReconciled(
  walker: Walker,
  event: EventOf<'reconciliation.rejected' | 'reconciliation.accepted' | 'reconciliation.undone'>,
): Promise<void> {
  const { database } = platform()
  const hex = parseRdud(walker.rdud)?.hex ?? ''
  const { rows } = await database.readAsSystem(tx =>
    sql<{ code: RespondentCode; endedAt: Date }>`select code, ended_at as "endedAt" from respondent
      where account_id = ${study.accountId} and rdud = ${hex}::uuid`.execute(tx),
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${walker.rdud} never entered`)
  const seen = { hex, atMs: Date.now(), requestId: 1, expected: { code: row.code, endedAtMs: row.endedAt.getTime() } }
  const adjustment: AdjustmentOperation =
    event.type === 'reconciliation.undone'
      ? { ...seen, kind: 'restore', to: { code: event.code, endedAtMs: row.endedAt.getTime() } }
      : {
          ...seen,
          kind: 'reconcile',
          reason: 930,
          verdict: event.type === 'reconciliation.rejected' ? 'rejected' : 'accepted',
        }
  await createLedger(database).reconcile(study.accountId, (tx, adjust) =>
    adjustAll(tx, adjust, study.accountId, [adjustment]),
  )
}

/** How the world does each event. */
const WORLD: {
  readonly [T in RespondentEvent['type']]: (
    walker: Walker,
    event: EventOf<T>,
    step: PathStep<RespondentMachine>,
  ) => Promise<void>
} = {
  'entry.refused': isTurnedAway,
  'survey.entered': entersSurvey,
  'return.received': returns,
  'abandon.due': timeIsOver,
  'reconciliation.rejected': isReconciled,
  'reconciliation.accepted': isReconciled,
  'reconciliation.undone': isReconciled,
}

const { machine } = PATH_SOURCES.respondent

/** The flags are no transitions of their own, so that no path asks for them: every first return, late or server-to-server or both. */
const flaggedReturns = pathsOf({ ...PATH_SOURCES.respondent, isThorough: true }).filter(
  ({ steps: [entry, back, ...more] }) => {
    if (entry?.state.value !== 'inSurvey' || back?.event.type !== 'return.received' || more.length > 0) return false
    return back.event.late || back.event.viaServer
  },
)
const paths = [...pathsOf(PATH_SOURCES.respondent), ...flaggedReturns]

interface Before {
  readonly code: RespondentCode
  readonly late: boolean
  readonly viaServer: boolean
}

function ruleOf(event: RespondentEvent, before: Before, isRepeat: boolean): string | null {
  if (event.type === 'entry.refused') return REFUSED_BY[event.code]
  if (event.type !== 'return.received') return null
  if (event.code === 35) return 'inbound_code'
  return isRepeat &&
    !event.isBelieved &&
    event.viaServer &&
    respondentStep(before.code, before, { ...event, isBelieved: true }).changed
    ? 'unsigned_return'
    : null
}

/** Where the source's one respondent counts, by column. */
const countsOf = (code: RespondentCode) => ({
  entrants: 1,
  ...Object.fromEntries(COUNT_COLUMNS.map(column => [column, column === COLUMN_OF_STATE[code] ? 1 : 0])),
})

describe('the platform goes the paths of the respondent machine (law 8, §4.4, api:U2)', () => {
  test('every event of the machine is done by the world', () => {
    expect(Object.keys(WORLD).sort()).toEqual([...machine.events].sort())
  })

  test('every state and transition is on the way (law 8)', () => {
    const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, paths)
    expect([[...uncoveredStates], [...uncoveredTransitions]]).toEqual([[], []])
  })

  test.each(paths.map((path, number) => [path.title, path, number] as const))(
    '%s',
    async (_title, { steps }, number) => {
      const walker: Walker = { ...(await openSource()), rid: `r${number}`, rdud: '' }
      let before: Before = { code: RESPONDENT_CODES.entered, late: false, viaServer: false }
      for (const step of steps) {
        const { event, state, commands } = step
        const isRepeat = commands.some(({ type }) => type === 'logRepeat')
        // the entry of an event's own type takes that event
        const act = WORLD[event.type] as (
          walker: Walker,
          event: RespondentEvent,
          step: PathStep<RespondentMachine>,
        ) => Promise<void>
        await act(walker, event, step)

        const code = RESPONDENT_CODES[state.value as RespondentStateName]
        const [row, { body: told }, source] = await Promise.all([stored(walker), explained(walker), sourceRow(walker)])
        expect(row).toEqual({ rdud: walker.rdud, code, ...state.context })
        const last = told.steps.at(-1)
        expect([told.code, last.to, last.rule, last.detail?.includes('returned again') ?? false]).toEqual([
          code,
          code,
          ruleOf(event, before, isRepeat),
          isRepeat,
        ])
        before = { ...(state.context as Before), code } // RespondentContext
        expect(Object.fromEntries(['entrants', ...COUNT_COLUMNS].map(column => [column, source[column]]))).toEqual(
          countsOf(code),
        )
      }
    },
  )

  test('and after all of them no figure differs from the ledger (law 8)', async () => {
    expect(await verifyLedger(platform().database)).toEqual([])
  })
})
