import type { ActQuestion } from '@desk/machines/act/act.events'
import * as selectors from '@desk/machines/act/act.selectors'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { AnswerOf, EndpointKey } from '../api/endpoints.ts'
import { useDesk } from '../hooks/use-desk.ts'
import { openAct, type ActDesk, type ActPlan, type ActRequest, type OpenAct } from './open-act.ts'

/** How a screen follows its acts of one kind. */
export interface Act<K extends EndpointKey> {
  /** Makes the call at once: the button was the confirmation. With a preview, `confirm` makes it. Each one is an act of its own. */
  readonly send: (request: ActRequest<K>) => void
  /** Where the latest one is: it is being previewed, previewed, sent, … */
  readonly stage: ReturnType<typeof selectors.stage>
  /** The words of its preview; null: it has none. */
  readonly question: ActQuestion | null
  readonly isPending: boolean
  /** Why the latest one failed; null: it did not. */
  readonly failure: unknown
  /** The answer to the latest one; null: not yet. */
  readonly answered: { readonly answer: AnswerOf<K> } | null
  /** The latest one; null before the first. */
  readonly request: ActRequest<K> | null
  /** Makes the previewed call, or repeats one that failed. */
  readonly confirm: () => void
  /** Forgets the latest one and its failure. */
  readonly dismiss: () => void
}

type Plan<K extends EndpointKey> = Pick<ActPlan<K>, 'isSecret' | 'perform' | 'preview' | 'onUndone' | 'onFailed'> & {
  readonly undo?: (
    answer: AnswerOf<K>,
    headers: { readonly 'idempotency-key': string },
    request: ActRequest<K>,
  ) => Promise<unknown>
  /** @param undo sets it back, where it can be undone */
  readonly onDone?: (answer: AnswerOf<K>, request: ActRequest<K>, undo: () => void) => void
}

/** Acts at the press of a button, each in the journal with its outcome. */
export function useAct<K extends EndpointKey>(call: K, plan: Plan<K> = {}): Act<K> {
  return useActOn(useDesk(), call, plan)
}

/** The same on a page that may have no session, and no journal. */
export function useActOn<K extends EndpointKey>(desk: ActDesk, call: K, plan: Plan<K>): Act<K> {
  const [open, setOpen] = useState<OpenAct<K> | null>(null)
  const stage = useSelector(open?.runner, snapshot => (snapshot === undefined ? 'resting' : selectors.stage(snapshot)))
  const question = useSelector(open?.runner, snapshot => snapshot?.context.question ?? null)
  const isPending = useSelector(open?.runner, snapshot => snapshot !== undefined && selectors.isBusy(snapshot))
  // selected, since the compiler would remember what a call gives
  const failure = useSelector(open?.runner, () => open?.failure() ?? null)
  const answered = useSelector(open?.runner, () => open?.answered() ?? null)
  const { onDone, undo: setBack, ...others } = plan
  return {
    send: request =>
      setOpen(
        openAct(desk, {
          call,
          request,
          question: null,
          ...others,
          ...(setBack === undefined ? {} : { undo: (answer, headers) => setBack(answer, headers, request) }),
          ...(onDone === undefined ? {} : { onDone: (answer, undo) => onDone(answer, request, undo) }),
        }),
      ),
    stage,
    question,
    isPending,
    failure,
    answered,
    request: open?.request ?? null,
    confirm: () => open?.confirm(),
    dismiss: () => {
      open?.dismiss()
      setOpen(null)
    },
  }
}
