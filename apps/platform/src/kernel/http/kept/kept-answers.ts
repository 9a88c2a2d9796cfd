import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { needsOf } from '#identity/sessions/session-needs'
import { LIVE_CALLER, type LiveCaller } from '#identity/sessions/sessions.store'
import type { DeskDatabase } from '../../db/desk-database.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../request-id.ts'
import { keyOf, type AnswerKey } from './answer-key.ts'
import { AnswerStore } from './answer-store.ts'
import { toldOfAnswer, type AnswerCaller, type AnswerTruth } from './truth.ts'

/** When all that an answer follows from was last found as it was when the answer was made. */
interface LastTrue {
  readonly snapshot: string
  readonly session: LiveCaller
}

interface KeptAnswer {
  readonly body: Buffer
  /** Names and values by turns, as they went over the wire. */
  readonly headers: readonly string[]
  readonly caller: AnswerCaller
  readonly truth: AnswerTruth
  lastTrue: LastTrue | null
  /** Something, somewhere, was committed since the time before: the next time it is not asked first whether that is so. */
  isOfBusyDesk: boolean
}

/** All answers of this process together. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Answers of the contract that are sent again while they are true. The database is asked each time: whether anything was
 * committed at all since the answer was last found true, and if so whether the token's session lives and needs nothing, its user
 * may still see the same, and the rows behind the answer are as they were. Nothing is sent that is older than the last commit;
 * whatever is not plainly so goes to the contract.
 */
export class KeptAnswers {
  readonly #database: DeskDatabase
  readonly #log: Logger
  readonly #answers: AnswerStore<KeptAnswer>

  constructor(database: DeskDatabase, log: Logger, maxBytes = MAX_BYTES) {
    this.#database = database
    this.#log = log
    this.#answers = new AnswerStore(maxBytes)
  }

  /** Sends the kept answer when it is true; anything else is for the contract. */
  answer(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void {
    const key = keyOf(request)
    const kept = key && this.#answers.get(key.text)
    if (!kept) return otherwise()
    this.#isTrue(kept, key).then(
      isTrue => {
        if (isTrue) return this.#send(kept, request, response)
        this.#answers.delete(key.text)
        otherwise()
      },
      // the contract asks the database itself, and says what is wrong
      otherwise,
    )
  }

  /**
   * Keeps a good answer whose handler told how to know that it is still true.
   * @param response its head has been written
   * @param told the request as the contract's handlers know it
   */
  keep(request: IncomingMessage, response: ServerResponse, told: object, { body }: { readonly body: Buffer }): void {
    const { caller, truth } = toldOfAnswer(told)
    if (response.statusCode !== 200 || !caller || !truth || response.hasHeader('set-authorization')) return
    const key = keyOf(request)
    if (key)
      this.#answers.set(key.text, {
        body,
        headers: headersOf(response),
        caller,
        truth,
        lastTrue: null,
        isOfBusyDesk: true,
      })
  }

  async #isTrue(kept: KeptAnswer, { tokenHash }: AnswerKey): Promise<boolean> {
    const { lastTrue } = kept
    if (lastTrue && !kept.isOfBusyDesk && (await this.#database.snapshotName()) === lastTrue.snapshot)
      return needsNothing(lastTrue.session)
    const { caller, truth } = kept
    const { accountId, read, values, standing } = truth
    const [[session], [present]] = await this.#database.readAtOnce([
      { scope: { role: 'desk_system' }, read: LIVE_CALLER, values: [tokenHash] },
      { scope: { role: 'desk_app', accountId }, read, values },
    ])
    if (
      session?.sessionId !== caller.sessionId ||
      session.accountId !== accountId ||
      session.stamp !== caller.stamp ||
      !needsNothing(session)
    )
      return false
    if (present?.stamp !== standing.stamp) return false
    kept.isOfBusyDesk = lastTrue !== null && lastTrue.snapshot !== present.snapshot
    kept.lastTrue = { snapshot: present.snapshot, session }
    return true
  }

  #send({ body, headers }: KeptAnswer, request: IncomingMessage, response: ServerResponse): void {
    const id = requestIdOf(request)
    response.writeHead(
      200,
      headers.map((text, at) => (headers[at - 1] === REQUEST_ID_HEADER ? id : text)),
    )
    response.end(body)
    this.#log.debug({ id }, 'A kept answer is still true')
  }
}

function needsNothing(session: LiveCaller): boolean {
  const now = new Date()
  return session.expiresAt > now && needsOf(session, now) === 'nothing'
}

function headersOf(response: ServerResponse): string[] {
  // as they were written, which its types leave out
  const { getRawHeaderNames } = response as ServerResponse & { readonly getRawHeaderNames: () => string[] }
  return getRawHeaderNames.call(response).flatMap(name => {
    const value = response.getHeader(name) ?? ''
    return (Array.isArray(value) ? value : [value]).flatMap(one => [name, String(one)])
  })
}
