import type { PreparedRead } from '../../db/prepared-read.ts'

/**
 * How the rows behind an answer stood in a snapshot (its SNAPSHOT_NAME): a stamp that differs whenever one of them does.
 */
export interface Standing {
  readonly snapshot: string
  readonly stamp: string
}

/** How to tell that an answer is still what the database would give. */
export interface AnswerTruth {
  /** The account that the answer is of; row-level security binds the read to it. */
  readonly accountId: number
  /** Gives one row while what the answer is about exists. */
  readonly read: PreparedRead<Standing>
  readonly values: readonly number[]
  readonly standing: Standing
}

/** The session that an answer was made for. */
export interface AnswerCaller {
  readonly sessionId: string
  /** Differs whenever something differs that says what the user may see. */
  readonly stamp: string
}

interface Told {
  caller?: AnswerCaller
  truth?: AnswerTruth
}

// the adapter and the contract's handlers meet in the request alone
const toldOf = new WeakMap<object, Told>()

/** Told by whoever lets a request in. */
export function tellCaller(request: object, caller: AnswerCaller): void {
  toldOf.set(request, { ...toldOf.get(request), caller })
}

/** Told by the handler of an endpoint whose answers may be kept. */
export function tellTruth(request: object, truth: AnswerTruth): void {
  toldOf.set(request, { ...toldOf.get(request), truth })
}

/** What was told of a request's answer. */
export function toldOfAnswer(request: object): Readonly<Told> {
  return toldOf.get(request) ?? {}
}
