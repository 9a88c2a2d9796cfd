import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll } from 'vitest'
import { callOf } from '../calls/calls.ts'
import type { BaseCall, Ids } from '../calls/endpoint.ts'
import type { EarlyRefusal } from './contract-decoder.ts'
import type { Operation } from './operations.ts'
import { faultOf, rawCall, type RawAnswer, type RawCall } from './raw-call.ts'
import { chooseCalls, type CallToSend } from './calls-to-send.ts'
import { spoiledCalls } from './spoiled-calls.ts'
import { beginSession, clientHeaders, setTheStage } from './stage.ts'
import { useWrites } from './stored.ts'

const AT_ONCE = 8
/** A session that is used for a minute is written: that it is used. None is used for so long here. */
const SESSION_FOR_MS = 20_000
/** Operations that change something when they work. */
const CHANGES: readonly string[] = [
  'POST /v1/login',
  'POST /v1/logout',
  'POST /v1/update-password',
  'POST /v1/switch-account',
  'PUT /v1/users/{id}',
  'PATCH /v1/survey-streams',
  'POST /v1/survey-streams',
  'PUT /v1/survey-streams',
  'POST /v1/copystream',
  'POST /v1/duplicate-survey-stream',
  'POST /v1/survey-quals-quotas',
  'POST /v2/survey-quals-quotas',
  'PUT /v1/stream-suppliers/{id}',
  'PATCH /v1/survey-streams/{id}/supplier-pricing',
  'PUT /v1/survey-buyer-rate/{id}',
  'POST /v1/project/{id}/defender-setting',
  'POST /v1/survey/{id}/defender-setting',
  'POST /v1/defender-setting/byaccount/{id}',
  'POST /v1/sample-exclusion/{id}',
  'POST /v1/supplierexclusion/bysupplier/{id}',
  'POST /v1/supplierexclusion/byaccount/{id}',
  'POST /v1/supplier-recontact/store',
  'POST /v1/privacy/objections',
  'POST /v3/classic-streams',
  'PUT /v1/classic-streams/{id}',
  'POST /v1/source-template',
  'POST /v2/source-template',
  'POST /v1/supplierallocationtemplates',
  'POST /v1/projects',
  'PUT /v1/projects/{id}',
  'POST /v1/projects/{id}/wave',
  'POST /v1/statuses/{scope}/{id}/launch',
  'POST /v1/surveys',
  'PUT /v1/surveys/{id}',
  'PUT /v1/survey/{id}/performance',
  'POST /v1/qualifications',
  'PUT /v1/qualifications',
  'POST /v2/qualifications',
  'PATCH /v2/qualifications/{id}',
  'POST /v2/qualification/{id}/qualification-text',
  'PUT /v2/qualification-texts/{id}/qualification-options',
  'POST /v2/qualifications-library/{id}/copy',
  'POST /v1/dashboard/{id}/businessunits/',
  'PUT /v1/dashboard/{id}/businessunits/{unit}',
  'POST /v1/project/{id}/project-documents',
  'PATCH /v1/project/{id}/project-documents/{document}',
  'DELETE /v1/project/{id}/project-documents/{document}',
  'POST /v1/project/{id}/project-documents/{document}/restore',
  'POST /v1/ratecard',
  'PUT /v1/ratecard',
  'POST /v1/report-views',
  'PUT /v1/report-views/{id}',
  'PUT /v1/report-views/{id}/default',
  'DELETE /v1/report-views/{id}',
  'POST /v1/report-views/{id}/restore',
  'POST /v1/report-schedules',
  'PUT /v1/report-schedules/{id}',
  'DELETE /v1/report-schedules/{id}',
  'POST /v1/reconciliation/{project}',
  'POST /v1/reconciliation/preview',
  'POST /v1/quality-questions',
  'PUT /v1/quality-questions/{id}',
  'DELETE /v1/quality-questions/{id}',
  'POST /v1/alerts/read',
  'POST /v1/supplier-accounts',
  'PUT /v1/supplier-accounts/{id}',
  'DELETE /v1/supplier-accounts/{id}',
  'POST /v1/alerts/{id}/snooze',
  'POST /v1/alert-rules',
  'PUT /v1/alert-digest',
  'PUT /v1/alert-rules/{id}',
  'DELETE /v1/alert-rules/{id}',
  'POST /v1/alert-channels',
  'PUT /v1/alert-channels/{id}',
  'DELETE /v1/alert-channels/{id}',
  'POST /v1/alert-channels/{id}/test',
  'POST /v1/webhooks',
  'PUT /v1/webhooks/{id}',
  'DELETE /v1/webhooks/{id}',
  'POST /v1/webhooks/{id}/test',
  'POST /v1/webhooks/{id}/secret',
  'POST /v1/webhooks/{id}/replays',
  'PUT /v1/return-hashing',
  'POST /v1/return-hashing/keys',
  'POST /v1/return-hashing/keys/{id}/end',
  'PUT /v1/single-sign-on',
  'POST /v1/single-sign-on/secret',
  'POST /v1/api-keys',
  'POST /v1/api-keys/{id}/revoke',
  'POST /v1/users',
  'POST /v1/suppliers',
  'PUT /v1/suppliers/{id}',
  'DELETE /v1/sessions',
  'DELETE /v1/sessions/{id}',
  'DELETE /v1/users/{id}/sessions',
  'DELETE /v1/users/{id}/sessions/{session}',
  'PUT /v1/account/{id}/time-zone',
  'POST /v1/second-factor',
  'PUT /v1/defaultaccounts',
  'POST /v1/llm',
  'DELETE /v1/llm/conversations/{id}',
  'POST /v1/defender/marks',
  'POST /v1/defender/marks/remove',
  'POST /v1/defender/marks/restore',
  'POST /v1/statement-links',
  'POST /v1/statement-links/{id}/revoke',
  'POST /v1/journals/{journal}',
  'GET /v1/journals/{journal}',
  'POST /v1/journals/{journal}/links',
]

/** Whether calls of an operation that works are to come one after the other. */
export const changesSomething = ({ name }: Operation): boolean => CHANGES.includes(name)

/** The fault in the answer to a malformed call; null for none. */
function judge({ call, early }: CallToSend, base: BaseCall, answer: RawAnswer): string | null {
  if (call.isUnreadable && answer.status !== 400) return `${answer.status} instead of 400`
  const fault = faultOf(answer)
  // a caller without the right is refused first
  const isShut = base.status === 403 && answer.status === 403
  return fault ?? (early === null || isShut || isAsForetold(early, answer) ? null : unlike(early, answer))
}

function isAsForetold({ status, body }: EarlyRefusal, answer: RawAnswer): boolean {
  if (answer.status !== status) return false
  const { request_id: _, ...given } = JSON.parse(answer.text) as Record<string, unknown> // faultOf has read it
  return body === undefined || isDeepStrictEqual(given, body)
}

function unlike(early: EarlyRefusal, { status, text }: RawAnswer): string {
  return `${status} ${text.slice(0, 500)} where the contract's decoder gives ${JSON.stringify(early).slice(0, 500)}`
}

export interface Spoiling {
  readonly url: () => string
  baseOf(operation: Operation): BaseCall
  send(call: RawCall, base: BaseCall, as: string): Promise<RawAnswer>
  beginSession(): Promise<string>
  /**
   * Makes each spoiled call of an operation (calls-to-send.ts); gives faults of answers, and changes by calls that were
   * to change nothing.
   */
  faultsOf(operation: Operation): Promise<string[]>
}

/** A platform of the test file's own, with something for every call to be about; call its functions inside tests. */
export function useSpoiling(): Spoiling {
  const platform = usePlatform()
  let ids: Ids
  beforeAll(async () => {
    ids = await setTheStage(platform().database)
  })
  const written = useWrites(() => platform().databaseUrl)

  const begin = (): Promise<string> => beginSession(platform().database)
  const baseOf = (operation: Operation): BaseCall => callOf(operation, ids)
  const send: Spoiling['send'] = (call, base, as) =>
    rawCall(platform().url, {
      ...call,
      headers: { ...clientHeaders(base.asService ? TEST_FEED_TOKEN : as), ...call.headers },
    })

  /** Sends calls that read, some at once. */
  async function faultsOfReading(calls: readonly CallToSend[], base: BaseCall): Promise<string[]> {
    const faults: string[] = []
    const changed: string[] = []
    let token = await begin()
    let begunAtMs = performance.now()
    await written()
    for (let at = 0; at < calls.length; at += AT_ONCE) {
      if (performance.now() - begunAtMs > SESSION_FOR_MS) {
        changed.push(...(await written()))
        token = await begin()
        begunAtMs = performance.now()
        await written()
      }
      const answers = await Promise.all(
        calls
          .slice(at, at + AT_ONCE)
          .map(async sent => ({ call: sent.call, fault: judge(sent, base, await send(sent.call, base, token)) })),
      )
      for (const { call, fault } of answers) if (fault !== null) faults.push(`${call.what}: ${fault}`)
    }
    changed.push(...(await written()))
    return changed.length === 0 ? faults : [...faults, `changed ${changed.join(', ')}`]
  }

  /** Sends calls that change something when they are taken, one after the other; a refused one must have changed nothing. */
  async function faultsOfChanging(calls: readonly CallToSend[], base: BaseCall): Promise<string[]> {
    const faults: string[] = []
    let token = await begin()
    let begunAtMs = performance.now()
    await written()
    for (const sent of calls) {
      const { call } = sent
      const answer = await send(call, base, token)
      const fault = judge(sent, base, answer)
      if (fault !== null) faults.push(`${call.what}: ${fault}`)
      // what lies between this call and the one before counts as well
      const tables = await written()
      const isRefused = answer.status >= 400
      if (isRefused && tables.length > 0)
        faults.push(`${call.what}: ${answer.status}, and changed ${tables.join(', ')}`)
      // an accepted call may have ended the session
      if (!isRefused || performance.now() - begunAtMs > SESSION_FOR_MS) {
        token = await begin()
        begunAtMs = performance.now()
        await written()
      }
    }
    return faults
  }

  return {
    url: () => platform().url,
    baseOf,
    send,
    beginSession: begin,
    async faultsOf(operation) {
      const base = baseOf(operation)
      const { toSend, faults } = await chooseCalls(operation, spoiledCalls(operation, base))
      const ofSent = changesSomething(operation) ? faultsOfChanging(toSend, base) : faultsOfReading(toSend, base)
      return [...faults, ...(await ofSent)]
    },
  }
}
