import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import { pathsOf } from '@desk/machines/tools/paths/paths'
import { allowedTransitions } from '@desk/machines/status/judge'
import type { StatusMachineEvent } from '@desk/machines/status/status.events'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { StudyMaker, TEST_PASSWORD, type Study } from '@desk/platform/testing/study'
import { usePlatform } from '@desk/platform/testing/platform'
import type { StatusGuardFacts } from '@desk/schema/statuses/facts'
import { STATUS_CODES, type StatusCode, type StatusName } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

/*
 * Law 6: every generated path of the shipped status machine, walked on a real source over HTTP. Before each step the database
 * is made to say what the step's facts say; the platform must then do, or refuse with the reason, what the machine did.
 */
const platform = usePlatform()
let token = ''
let study: Study
let maker: StudyMaker

beforeAll(async () => {
  maker = new StudyMaker(platform().database)
  study = await maker.study({ sources: [] })
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

async function arrange(sourceId: number, facts: StatusGuardFacts): Promise<void> {
  const { accountId, surveyId, supplierId } = study
  await platform().database.asSystem(async tx => {
    await sql`update survey set survey_url = ${facts.surveyUrlValid ? 'https://survey.example/s?id=[%RDUD%]' : 'https://survey.example/s'},
                survey_url_required = ${facts.surveyUrlRequired}, status = ${facts.parentTerminal ? STATUS_CODES.complete : STATUS_CODES.live}
              where account_id = ${accountId} and survey_id = ${surveyId}`.execute(tx)
    await sql`update supplier set supplier_cpi_cents = ${facts.hasPrice ? 300 : 0} where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(
      tx,
    )
    await sql`update source set target = ${facts.target}, supply_price_cents = ${facts.hasPrice ? 250 : null}, out_of_field_at = now() + ${facts.outOfFieldPassed ? '-1 day' : '1 day'}::interval
              where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
    await sql`delete from source_qualification where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
    if (!facts.quotasMeetable) {
      await sql`insert into source_qualification (account_id, source_id, qualification_no, name, condition)
                values (${accountId}, ${sourceId}, 1, 'Gone', '{"param": "gone", "min": 1, "max": null}')`.execute(tx)
    }
    await sql`delete from source_supplier where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
    if (facts.hasSupplier) {
      await sql`insert into source_supplier (account_id, source_id, supplier_id, allocation_percent, supply_price_cents)
                values (${accountId}, ${sourceId}, ${supplierId}, 100, ${facts.hasPrice ? 250 : null})`.execute(tx)
    }
  })
  await maker.rollup(accountId, 'source', sourceId, {
    completes: facts.targetReached ? facts.target : facts.billableCompletes,
    inflight: facts.inflight,
  })
}

/** What asking for the status amounts to: the machine's event, or the like of it that the present state takes. */
function isAskable(event: StatusMachineEvent, from: StatusName): boolean {
  if (event.type === 'LAUNCH') return from === 'draft'
  if (event.type === 'RESUME') return from !== 'draft'
  return true
}

/** Asks for the status: a user over HTTP, the system as the sweeps do. The system is given no reason, it only does not act. */
async function ask(
  by: StatusMachineEvent['by'],
  sourceId: number,
  statusid: StatusCode,
  version: number,
): Promise<{ done: boolean; reason: string | undefined }> {
  if (by === 'system') {
    const at = new Date()
    return {
      done: await platform().database.asAccount(study.accountId, tx =>
        autoPause(tx, study.accountId, { scope: 'source', id: sourceId, reason: 'redirect_errors', at }),
      ),
      reason: undefined,
    }
  }
  const { status, body } = await platform().call('PATCH', '/v1/survey-streams', {
    token,
    body: { scope: 'source', id: sourceId, statusid, version },
  })
  return { done: status === 200, reason: body.reason }
}

const paths = pathsOf(PATH_SOURCES.status)

describe('the platform goes the paths of the status machine (law 6, §4.1, api:P9)', () => {
  test('there are paths', () => expect(paths.length).toBeGreaterThan(20))

  test.each(paths.map(path => [path.title, path] as const))('%s', async (_title, path) => {
    const sourceId = await maker.source({ ...study, status: STATUS_CODES.draft, supplierIds: [] })
    let from: StatusName = 'draft'
    let version = 1
    for (const { event, state, commands } of path.steps) {
      const to = TO_OF[event.type]
      if (!isAskable(event, from) || STATUS_CODES[from] === to) continue
      await arrange(sourceId, event.facts)

      const { body: options } = await platform().call('GET', `/v1/statuses/source/${sourceId}`, { token })
      expect(options.allowed).toEqual(
        allowedTransitions({
          ...event.facts,
          status: STATUS_CODES[from],
          billableCompletes: event.facts.targetReached ? event.facts.target : event.facts.billableCompletes,
        }),
      )

      const after = state.value as StatusName // the status machine has no nested states
      const refusal = after === from ? (commands[0]?.params.reason ?? 'not_a_transition') : undefined
      expect(await ask(event.by, sourceId, to, version)).toEqual({
        done: refusal === undefined,
        reason: event.by === 'system' ? undefined : refusal,
      })
      if (after !== from) version += 1
      const { body: now } = await platform().call('GET', `/v1/statuses/source/${sourceId}`, { token })
      expect([now.status.statusid, now.status.version]).toEqual([STATUS_CODES[after], version])
      from = after
    }
  })
})
