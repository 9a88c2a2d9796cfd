import { SupplierDispute, type DisputeForm } from '@desk/schema/disputes/dispute'
import type { StatementFormat } from '@desk/schema/statements/statement'
import { SupplierDesk, SupplierOutcomes, SupplierStatement } from '@desk/schema/statements/supplier-desk'
import { Schema } from 'effect'
import { openActKeys } from '../acts/act-keys.ts'
import type { ActDesk } from '../acts/open-act.ts'
import { ApiError, apiErrorFrom, GENERIC_FAILURE } from '../api/api-error.ts'
import { storageOrMemory } from '../storage/browser-storage.ts'

/** A page of rows. */
interface Page {
  readonly limit: number
  readonly offset: number
}

/** The calls of the page of a supplier's link: it has no session, and knows nothing of the console. */
export interface SupplierApi {
  readonly desk: (signal?: AbortSignal) => Promise<SupplierDesk>
  readonly statement: (month: string, page: Page, signal?: AbortSignal) => Promise<SupplierStatement>
  readonly outcomes: (month: string, page: Page, signal?: AbortSignal) => Promise<SupplierOutcomes>
  readonly dispute: (month: string, form: DisputeForm, idempotencyKey: string) => Promise<SupplierDispute>
  /** For the acts of the page: their keys are in the tab's storage, and no journal has them. */
  readonly acts: ActDesk
  /** The signed file of a closed month. */
  readonly file: (month: string, format: StatementFormat) => Promise<Blob>
  /** The signed file of what reconciliations said. */
  readonly outcomesFile: (month: string, format: StatementFormat) => Promise<Blob>
}

/** The body of a write, and the key of its intention. */
interface Sent {
  readonly body?: DisputeForm
  readonly key?: string
}

const PATH = '/v1/supplier-statements'
const TIMEOUT_MS = 60_000

const readDesk = Schema.decodeUnknownOption(SupplierDesk)
const readStatement = Schema.decodeUnknownOption(SupplierStatement)
const readDispute = Schema.decodeUnknownOption(SupplierDispute)
const readOutcomes = Schema.decodeUnknownOption(SupplierOutcomes)

/** The calls of a link. @param token goes into a header of each, and into no address (S4) */
export function supplierApi(token: string, send: typeof fetch = (...sent) => fetch(...sent)): SupplierApi {
  const ask = async (path: string, signal?: AbortSignal, { body, key }: Sent = {}): Promise<Response> => {
    const late = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await send(`${PATH}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    })
    if (answer.ok) return answer
    const said: unknown = await answer.json().catch(() => null)
    throw apiErrorFrom(answer.status, answer.headers, said, Date.now())
  }
  const read = async <Answer>(
    path: string,
    decode: (body: unknown) => { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: Answer },
    signal?: AbortSignal,
    sent?: Sent,
  ): Promise<Answer> => {
    const decoded = decode(await (await ask(path, signal, sent)).json())
    if (decoded._tag === 'None') throw new ApiError({ status: 0, message: GENERIC_FAILURE })
    return decoded.value
  }
  const paged = ({ limit, offset }: Page): string => `?limit=${limit}&offset=${offset}`
  return {
    desk: signal => read('', readDesk, signal),
    statement: (month, page, signal) => read(`/${month}${paged(page)}`, readStatement, signal),
    outcomes: (month, page, signal) => read(`/${month}/outcomes${paged(page)}`, readOutcomes, signal),
    dispute: (month, body, key) => read(`/${month}/disputes`, readDispute, undefined, { body, key }),
    acts: {
      actKeys: openActKeys(
        storageOrMemory(() => window.sessionStorage),
        () => crypto.randomUUID(),
      ),
      api: { call: () => Promise.reject(new Error('An act of this page makes its call itself.')) },
      recorder: { instanceOf: machine => machine, record: () => undefined },
    },
    file: async (month, format) => (await ask(`/${month}/file?format=${format}`)).blob(),
    outcomesFile: async (month, format) => (await ask(`/${month}/outcomes/file?format=${format}`)).blob(),
  }
}
