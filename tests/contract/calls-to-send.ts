import { randomFrom, seedOf } from '../faults/stage/seeded-random.ts'
import { earlyRefusal, type EarlyRefusal } from './contract-decoder.ts'
import type { Operation } from './operations.ts'
import type { SpoiledCall } from './spoiled-calls.ts'

/** A call that goes to the platform over HTTP. */
export interface CallToSend {
  readonly call: SpoiledCall
  /** The refusal that it is to get; null when its handler begins, or only the platform can tell. */
  readonly early: EarlyRefusal | null
}

export interface ChosenCalls {
  readonly toSend: readonly CallToSend[]
  /** The faults in the refusals of all calls, sent or not. */
  readonly faults: readonly string[]
}

/** BAD_INPUT=all sends every call, BAD_INPUT=sample (`pnpm test`) a share of those that are sent without it. */
const { BAD_INPUT } = process.env
/** Of the refused calls, beside one of each kind. */
const SAMPLE = 0.02
/** Of all calls, `BAD_INPUT=sample` judges these. */
const JUDGED = 0.25
/** Of the judged calls that `BAD_INPUT=sample` chooses from, beside one of each operation. */
const SHORT_SAMPLE = 0.2
/** Calls that something ahead of the contract may answer. */
const READ_DIRECTLY: readonly string[] = ['GET /v1/survey-stream-metrics/{id}', 'GET /v1/surveys', 'GET /v1/watches']

const NOT_READ = 'a body that is not read'

const SEED = seedOf('bad-input')

/**
 * Chooses which spoiled calls of an operation are sent: each whose handler would begin; and of the calls refused
 * before, one of each place and status at random, and a sample. The refusal of every one is judged, except in a sample.
 */
export async function chooseCalls(operation: Operation, calls: readonly SpoiledCall[]): Promise<ChosenCalls> {
  const random = randomFrom(SEED + Buffer.from(operation.name).reduce((sum, byte) => sum * 31 + byte, 0))
  const begun: CallToSend[] = []
  const refused = new Map<string, CallToSend[]>()
  const faults: string[] = []
  for (const call of calls) {
    if (BAD_INPUT === 'sample' && random() >= JUDGED) continue
    const early = await earlyRefusal(call)
    const kind = early ? `${early.by === 'decoder' ? call.place : early.by} ${early.status}` : NOT_READ
    // a readable body of a call that takes none leaves it as it was
    const isAsBefore = operation.method === 'GET' && call.place === 'body'
    if (early === null && !isAsBefore) {
      begun.push({ call, early })
      continue
    }
    const fault = early && faultOfRefusal(call, early)
    if (fault !== null) faults.push(`${call.what}: ${fault}`)
    refused.set(kind, [...(refused.get(kind) ?? []), { call, early }])
  }
  if (BAD_INPUT === 'all') return { toSend: [...begun, ...[...refused.values()].flat()], faults }
  if (BAD_INPUT === 'sample') {
    const one = Math.floor(random() * begun.length)
    return { toSend: begun.filter((_, at) => at === one || random() < SHORT_SAMPLE), faults }
  }
  if (READ_DIRECTLY.includes(operation.name)) return { toSend: [...begun, ...[...refused.values()].flat()], faults }
  const some = [...refused.values()].flatMap(ofKind => {
    const one = Math.floor(random() * ofKind.length)
    return ofKind.filter((_, at) => at === one || random() < SAMPLE)
  })
  return { toSend: [...begun, ...some], faults }
}

/** The fault of a refusal; null when it is the caller's fault and says why. Without a body the platform says it. */
function faultOfRefusal({ isUnreadable }: SpoiledCall, { status, body }: EarlyRefusal): string | null {
  if (isUnreadable && status !== 400) return `${status} instead of 400`
  if (status < 400 || status >= 500) return `${status} from the decoder`
  if (body === undefined) return [400, 404].includes(status) ? null : `${status} without a message`
  const { message } = body as { readonly message?: unknown } // any JSON of a refusal
  return typeof message === 'string' && message !== '' ? null : `${status} without a message`
}
