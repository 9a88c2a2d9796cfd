import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ENDPOINTS } from '../api/endpoint-table.ts'
import type { AnswerOnWire, EndpointKey } from '../api/endpoints.ts'
import { CONFIG_PATH } from '../config-file.ts'
import { createDesk } from '../create-desk.ts'
import type { Desk } from '../desk.ts'
import { memoryStorage } from '../storage/browser-storage.ts'
import { STORAGE_KEYS } from '../storage/stored-state.ts'
import { memoryPorts } from './memory-ports.ts'

/** A call as the server of a test got it. */
export interface Asked {
  readonly key: EndpointKey
  /** Its address, with the query. */
  readonly url: URL
  /** The body of the call. */
  readonly body: unknown
  readonly idempotencyKey: string | null
  /** Aborts when the caller gives the call up; the network would reject it by itself. */
  readonly signal: AbortSignal
}

/** An answer that is no plain 200. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

class Refused implements Refusal {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** The server refuses. */
export const refused = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Refusal =>
  new Refused(status, body, headers)

/** The network is lost before an answer is here. */
export function noAnswer(): never {
  throw new TypeError('Failed to fetch')
}

/** The answers of a test's server by call: a value, a whole response, or a function of the call, sync or async. Other calls get 404. */
export type Answers = {
  [K in EndpointKey]?:
    | AnswerOnWire<K>
    | Refusal
    | Response
    | ((asked: Asked) => AnswerOnWire<K> | Refusal | Response | Promise<AnswerOnWire<K> | Refusal | Response>)
}

export interface TestDesk extends Desk {
  /** The calls to the server, in order. */
  readonly asked: readonly Asked[]
  /** Changes what it answers from now on. */
  readonly answer: (answers: Answers) => void
}

const PATTERNS = Object.entries(ENDPOINTS)
  .map(([key, [method, path]]) => ({
    // the table's keys are those of its type
    key: key as EndpointKey,
    method,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    // as on the server, a path of its own goes before one with a parameter in its place
    parameters: path.split(':').length,
  }))
  .toSorted((one, other) => one.parameters - other.parameters)

function keyOf(method: string, path: string): EndpointKey {
  const found = PATTERNS.find(each => each.method === method && each.pattern.test(path))
  if (found === undefined) throw new Error(`The contract has no ${method} ${path}.`)
  return found.key
}

const CONFIRM_FIRST = {
  message: 'Confirm your identity: enter your current password.',
  details: [
    {
      path: ['confirmation', 'present_password'],
      message: 'Confirm your identity: enter your current password.',
    },
  ],
}

/** Whether a call is sent without the confirmation that it has a place for: the server judges it only (S8). */
function isUnconfirmed(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('confirmation' in body)) return false
  const { confirmation } = body
  return typeof confirmation === 'object' && confirmation !== null && Object.keys(confirmation).length === 0
}

function responseTo(answer: unknown): Response {
  if (answer instanceof Response) return answer
  if (answer instanceof Refused)
    return Response.json(answer.body, { status: answer.status, headers: { ...answer.headers } })
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
}

/**
 * Makes a desk for one test: its server answers from a table, its storage is in memory, it has no other tabs, no push
 * connection and no journal. Failed calls are repeated as often as ever, but at once. A call without its confirmation,
 * unless it is refused, is answered by asking for one, and is not listed in `asked`.
 * @param answers its server's answers; more by `answer`
 * @param options the signed-in user, null for none, the desk's place in the console, and the installation's
 * configuration
 */
export async function testDesk(
  answers: Answers = {},
  {
    user = SAMPLE_USER,
    path = '/',
    config = {},
  }: { readonly user?: CurrentUser | null; readonly path?: string; readonly config?: object } = {},
): Promise<TestDesk> {
  const table: Record<string, unknown> = { 'session.check': user ?? refused(401, {}), ...answers }
  const asked: Asked[] = []
  const ofTab = memoryStorage()
  if (user !== null) ofTab.setItem(STORAGE_KEYS.accessToken, 'token of the test')
  const desk = createDesk(
    memoryPorts({
      path,
      ofTab,
      fetch: async (input, init) => {
        const request = new Request(new URL(input as string, 'https://desk.example'), init)
        const url = new URL(request.url)
        if (url.pathname === CONFIG_PATH) return Response.json(config)
        const isForm = request.headers.get('content-type')?.startsWith('multipart/') === true
        const sent: unknown = isForm ? Object.fromEntries(await request.formData()) : await request.text()
        const call: Asked = {
          key: keyOf(request.method, url.pathname),
          url,
          body: typeof sent !== 'string' ? sent : sent === '' ? undefined : JSON.parse(sent),
          idempotencyKey: request.headers.get('idempotency-key'),
          signal: request.signal,
        }
        const isJudged = isUnconfirmed(call.body) && !(table[call.key] instanceof Refused)
        if (isJudged) return responseTo(refused(422, CONFIRM_FIRST))
        asked.push(call)
        if (!Object.hasOwn(table, call.key)) return responseTo(refused(404, { message: 'Not found' }))
        const answer = table[call.key]
        return responseTo(typeof answer === 'function' ? await answer(call) : answer)
      },
    }),
  )
  const defaults = desk.queryClient.getDefaultOptions()
  desk.queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })
  desk.start()
  if (user !== null) await desk.session.whenSignedIn()
  return { ...desk, asked, answer: more => void Object.assign(table, more) }
}
