import { start, step } from '@desk/machines/runtime/step'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import { pathsOf } from '@desk/machines/tools/paths/paths'
import { allowedTransitions } from '@desk/machines/status/judge'
import type { StatusMachineEvent } from '@desk/machines/status/status.events'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { usePlatform } from '@desk/platform/testing/platform'
import type { StatusGuardFacts } from '@desk/schema/statuses/facts'
import { STATUS_CODES, type StatusCode, type StatusName, type StatusScope } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

/*
 * Law 6: every generated path of the shipped status machine, walked over HTTP on a real project, a real survey and a real source.
 * Before each step the database is made to say what the step's facts say; the platform must then do, or refuse with the reason,
 * what the machine did.
 */
const platform = usePlatform()
let token = ''
let accountId = 0
let supplierId = 0
let maker: StudyMaker

beforeAll(async () => {
  maker = new StudyMaker(platform().database)
  const study = await maker.study({ sources: [] })
  ;({ accountId, supplierId } = study)
  token = await platform().signIn(study.username, TEST_PASSWORD)
})

const TO_OF: Readonly<Record<StatusMachineEvent['type'], StatusCode>> = {
  LAUNCH: 1,
  RESUME: 1,
  PAUSE: 2,
  AUTO_PAUSE: 6,
  COMPLETE: 4,
  CANCEL: 5,
}

/** A draft, with the objects above it. */
interface Draft {
  readonly scope: StatusScope
  readonly id: number
  readonly projectId: number
  readonly surveyId: number
}

async function draftOf(scope: StatusScope): Promise<Draft> {
  const statusOf = (made: StatusScope) => (made === scope ? STATUS_CODES.draft : STATUS_CODES.live)
  const projectId = await maker.project({ accountId, status: statusOf('project') })
  if (scope === 'project') return { scope, id: projectId, projectId, surveyId: 0 }
  const surveyId = await maker.survey({ accountId, projectId, status: statusOf('survey') })
  if (scope === 'survey') return { scope, id: surveyId, projectId, surveyId }
  return {
    scope,
    id: await maker.source({ accountId, projectId, surveyId, status: STATUS_CODES.draft }),
    projectId,
    surveyId,
  }
}

/** The facts of a path, which are those of a source, as an object of this scope has them. */
function factsIn(scope: StatusScope, facts: StatusGuardFacts): StatusGuardFacts {
  const billableCompletes = facts.targetReached ? facts.target : facts.billableCompletes
  const ofAny = { ...facts, scope, billableCompletes }
  const ofParents = { ...ofAny, hasSupplier: true, quotasMeetable: true }
  return scope === 'source'
    ? ofAny
    : scope === 'survey'
      ? ofParents
      : { ...ofParents, surveyUrlRequired: false, surveyUrlValid: false, hasPrice: true, parentTerminal: false }
}

async function arrange({ scope, id, projectId, surveyId }: Draft, facts: StatusGuardFacts): Promise<void> {
  const outOfField = sql`now() + ${facts.outOfFieldPassed ? '-1 day' : '1 day'}::interval`
  const parentStatus = facts.parentTerminal ? STATUS_CODES.complete : STATUS_CODES.live
  const surveyUrl = facts.surveyUrlValid ? 'https://survey.example/s?id=[%RDUD%]' : 'https://survey.example/s'
  await platform().database.asSystem(async tx => {
    if (scope === 'project') {
      await sql`update project set target = ${facts.target}, out_of_field_at = ${outOfField} where account_id = ${accountId} and project_id = ${id}`.execute(
        tx,
      )
      return
    }
    await sql`update survey set survey_url = ${surveyUrl}, survey_url_required = ${facts.surveyUrlRequired} where account_id = ${accountId} and survey_id = ${surveyId}`.execute(
      tx,
    )
    if (scope === 'survey') {
      await sql`update project set status = ${parentStatus}, sell_price_cents = null where account_id = ${accountId} and project_id = ${projectId}`.execute(
        tx,
      )
      await sql`update survey set target = ${facts.target}, sell_price_cents = ${facts.hasPrice ? 850 : null}, out_of_field_at = ${outOfField}
                where account_id = ${accountId} and survey_id = ${id}`.execute(tx)
      return
    }
    await sql`update survey set status = ${parentStatus} where account_id = ${accountId} and survey_id = ${surveyId}`.execute(
      tx,
    )
    await sql`update supplier set supplier_cpi_cents = ${facts.hasPrice ? 300 : 0} where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(
      tx,
    )
    await sql`update source set target = ${facts.target}, supply_price_cents = ${facts.hasPrice ? 250 : null}, out_of_field_at = ${outOfField}
              where account_id = ${accountId} and source_id = ${id}`.execute(tx)
    await sql`delete from source_qualification where account_id = ${accountId} and source_id = ${id}`.execute(tx)
    if (!facts.quotasMeetable) {
      await sql`insert into source_qualification (account_id, source_id, qualification_no, name, condition)
                values (${accountId}, ${id}, 1, 'Gone', '{"param": "gone", "min": 1, "max": null}')`.execute(tx)
    }
    await sql`delete from source_supplier where account_id = ${accountId} and source_id = ${id}`.execute(tx)
    if (facts.hasSupplier) {
      await sql`insert into source_supplier (account_id, source_id, supplier_id, allocation_percent, supply_price_cents)
                values (${accountId}, ${id}, ${supplierId}, 100, ${facts.hasPrice ? 250 : null})`.execute(tx)
    }
  })
  await maker.rollup(accountId, scope, id, { completes: facts.billableCompletes, inflight: facts.inflight })
}

/** Whether the event, or its counterpart for the present state, can be asked for. */
function isAskable(event: StatusMachineEvent, from: StatusName): boolean {
  if (event.type === 'LAUNCH') return from === 'draft'
  if (event.type === 'RESUME') return from !== 'draft'
  return true
}

/** Asks for the status: a user over HTTP, the system as the sweeps do. The system is given no reason, it only does not act. */
async function ask(
  by: StatusMachineEvent['by'],
  { scope, id }: Draft,
  statusid: StatusCode,
  version: number,
): Promise<{ done: boolean; reason: string | undefined }> {
  if (by === 'system' && scope !== 'project') {
    const at = new Date()
    return {
      done: await platform().database.asAccount(accountId, tx =>
        autoPause(tx, accountId, { scope, id, reason: 'redirect_errors', at }),
      ),
      reason: undefined,
    }
  }
  const { status, body } = await platform().call('PATCH', '/v1/survey-streams', {
    token,
    body: { scope, id, statusid, version },
  })
  return { done: status === 200, reason: body.reason }
}

const { machine } = PATH_SOURCES.status
const paths = pathsOf(PATH_SOURCES.status)

describe.each(['source', 'survey', 'project'] as const)(
  'the platform goes the paths of the status machine with a %s (law 6, §4.1, api:P9)',
  scope => {
    test('there are paths', () => expect(paths.length).toBeGreaterThan(20))

    test.each(paths.map(path => [path.title, path] as const))('%s', async (_title, path) => {
      const draft = await draftOf(scope)
      let { snapshot } = start(machine)
      let version = 1
      for (const { event } of path.steps) {
        const from = snapshot.value as StatusName // the status machine has no nested states
        const to = TO_OF[event.type]
        // the system pauses no project
        if (event.by === 'system' && scope === 'project') continue
        if (!isAskable(event, from) || STATUS_CODES[from] === to) continue
        const facts = factsIn(scope, event.facts)
        await arrange(draft, facts)

        const { body: options } = await platform().call('GET', `/v1/statuses/${scope}/${draft.id}`, { token })
        expect(options.allowed).toEqual(allowedTransitions({ ...facts, status: STATUS_CODES[from] }))

        const next = step(machine, snapshot, { ...event, facts })
        const after = next.snapshot.value as StatusName // as above
        const refusal = after === from ? (next.commands[0]?.params.reason ?? 'not_a_transition') : undefined
        expect(await ask(event.by, draft, to, version)).toEqual({
          done: refusal === undefined,
          reason: event.by === 'system' ? undefined : refusal,
        })
        if (after !== from) version += 1
        const { body: now } = await platform().call('GET', `/v1/statuses/${scope}/${draft.id}`, { token })
        expect([now.status.statusid, now.status.version]).toEqual([STATUS_CODES[after], version])
        snapshot = next.snapshot
      }
    })
  },
)
