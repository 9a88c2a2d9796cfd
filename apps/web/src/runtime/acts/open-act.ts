import type { ActQuestion } from '@desk/machines/act/act.events'
import { actMachine } from '@desk/machines/act/act.machine'
import { canonicalJson, hash64 } from '@desk/machines/journal/fingerprint'
import { failureMessage, isRefused, isStale, ApiError, requestIdOf } from '../api/api-error.ts'
import type { AnswerOf, EndpointKey, RequestOf } from '../api/endpoints.ts'
import type { Desk } from '../desk.ts'
import { run, type Runner } from '../runner.ts'

/** A call without its idempotency key, which the act adds. */
export type ActRequest<K extends EndpointKey> = Omit<RequestOf<K>, 'headers' | 'signal' | 'keepalive' | 'after'>

/** One act of a user. */
export interface ActPlan<K extends EndpointKey> {
  readonly call: K
  readonly request: ActRequest<K>
  /** The dialog that asks first; null: the button was the confirmation. */
  readonly question: ActQuestion | null
  /** Reads its effect without acting, as the words of its question; left out: it is sent without a preview. */
  readonly preview?: (request: ActRequest<K>) => Promise<ActQuestion>
  /** Its content has a secret: the browser stores no hash of it, so that a reload is another intention. */
  readonly isSecret?: boolean
  /** Makes the call where the contract's client alone does not, for example behind the question who the user is. */
  readonly perform?: (request: RequestOf<K>) => Promise<AnswerOf<K>>
  /** Undoes the act; left out: it cannot be undone. */
  readonly undo?: (answer: AnswerOf<K>, headers: { readonly 'idempotency-key': string }) => Promise<unknown>
  /** @param undo sets it back, where it can be undone */
  readonly onDone?: (answer: AnswerOf<K>, undo: () => void) => void
  readonly onUndone?: () => void
  /**
   * The server refused the call, or gave no answer.
   * @param isUndo it was the call that sets it back
   */
  readonly onFailed?: (failure: unknown, isUndo: boolean) => void
}

/** A running act. */
export interface OpenAct<K extends EndpointKey> {
  readonly runner: Runner<typeof actMachine>
  readonly request: ActRequest<K>
  /** Why the last call failed; null: it did not. */
  readonly failure: () => unknown
  readonly answered: () => { readonly answer: AnswerOf<K> } | null
  /**
   * Confirms the question, or repeats a call that failed.
   * @param newest as the screen knows it by now, for example with a newer version; an unanswered call is repeated as it was
   */
  readonly confirm: (newest?: ActRequest<K>) => void
  /** Closes the question; a call that is under way goes on. */
  readonly dismiss: () => void
}

/** The user closed the question who they are (S8). */
const isWithdrawn = (failure: unknown): boolean => failure instanceof ApiError && failure.reason === 'not_confirmed'

/** The parts of a page that an act uses. */
export type ActDesk = Pick<Desk, 'actKeys'> & {
  readonly api: Pick<Desk['api'], 'call'>
  readonly recorder: Pick<Desk['recorder'], 'instanceOf' | 'record' | 'recall'>
}

/** Begins an act: previews it, opens its question, or sends it at once where it has neither. */
export function openAct<K extends EndpointKey>({ api, recorder, actKeys }: ActDesk, plan: ActPlan<K>): OpenAct<K> {
  let content = plan.request
  let failure: unknown = null
  let answered: { readonly answer: AnswerOf<K> } | null = null
  const perform = plan.perform ?? ((request: RequestOf<K>) => api.call(plan.call, request))

  const runner: Runner<typeof actMachine> = run(recorder.instanceOf('act'), actMachine, {
    recorder,
    handlers: {
      preview: ({ attemptNo }, send) => {
        failure = null
        const digest = digestOf(content)
        plan.preview?.(content).then(
          question => send({ type: 'act.previewed', attemptNo, digest, rows: 1, question }),
          (reason: unknown) => {
            failure = reason
            send({ type: 'act.refused', attemptNo, message: failureMessage(reason), ...requestIdOf(reason) })
          },
        )
      },
      send: ({ attemptNo, key, isUndo }, send) => {
        failure = null
        const headers = { 'idempotency-key': key }
        // ActRequest is RequestOf without the parts that are added here.
        const request = { ...content, headers } as unknown as RequestOf<K>
        const call = isUndo && answered !== null ? plan.undo?.(answered.answer, headers) : perform(request)
        Promise.resolve(call).then(
          given => {
            actKeys.forget(key)
            const answer = given as AnswerOf<K> // of `perform`; an undo's is not read
            // before the event, at which screens read it
            if (!isUndo) answered = { answer }
            send({
              type: 'act.answered',
              attemptNo,
              done: 1,
              failed: 0,
              canUndo: plan.undo !== undefined,
              question: null,
            })
            if (isUndo) plan.onUndone?.()
            else plan.onDone?.(answer, undo)
          },
          (reason: unknown) => {
            if (isWithdrawn(reason)) {
              actKeys.forget(key)
              send({ type: 'act.withdrawn', attemptNo })
              return
            }
            failure = reason
            const isJudged = isRefused(reason) || !(reason instanceof ApiError)
            if (isJudged) actKeys.forget(key)
            const facts = { attemptNo, message: failureMessage(reason), ...requestIdOf(reason) }
            send({ type: isStale(reason) ? 'act.outdated' : isJudged ? 'act.refused' : 'act.unanswered', ...facts })
            plan.onFailed?.(reason, isUndo)
          },
        )
      },
    },
  })

  const digestOf = (request: ActRequest<K>) => hash64(canonicalJson(request))
  const hasPreview = plan.preview !== undefined
  const newKey = () => actKeys.keyFor(plan.call, content, plan.isSecret)
  const confirm = (newest = content) => {
    if (!runner.getSnapshot().matches('unanswered')) content = newest
    if (!runner.getSnapshot().matches('confirming')) runner.send({ type: 'act.retryRequested', key: newKey() })
    if (runner.getSnapshot().matches('confirming'))
      runner.send({ type: 'act.confirmed', key: newKey(), digest: hasPreview ? digestOf(content) : null })
  }
  const undo = () => runner.send({ type: 'act.undoRequested', key: actKeys.keyFor(`${plan.call} undo`, content) })
  runner.send({ type: 'act.requested', call: plan.call, rows: 1, needsPreview: hasPreview, question: plan.question })
  if (plan.question === null && !hasPreview) confirm()
  return {
    runner,
    request: plan.request,
    failure: () => failure,
    answered: () => answered,
    confirm,
    // An act that is done stays: its toast may still undo it.
    dismiss: () => {
      if (!runner.getSnapshot().matches('done')) runner.send({ type: 'act.dismissed' })
    },
  }
}
