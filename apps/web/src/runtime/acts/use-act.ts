import * as selectors from '@desk/machines/act/act.selectors'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { AnswerOf, EndpointKey } from '../api/endpoints.ts'
import { useDesk } from '../hooks/use-desk.ts'
import { openAct, type ActPlan, type ActRequest, type OpenAct } from './open-act.ts'

/** How a screen follows its acts of one kind. */
export interface Act<K extends EndpointKey> {
  /** Makes the call at once: the button was the confirmation. Each one is an act of its own. */
  readonly send: (request: ActRequest<K>) => void
  readonly isPending: boolean
  /** Why the latest one failed; null: it did not. */
  readonly failure: unknown
  /** The answer to the latest one; null: not yet. */
  readonly answered: { readonly answer: AnswerOf<K> } | null
  /** The latest one; null before the first. */
  readonly request: ActRequest<K> | null
  readonly retry: () => void
  /** Forgets the latest one and its failure. */
  readonly dismiss: () => void
}

/** Acts at the press of a button, each in the journal with its outcome. */
export function useAct<K extends EndpointKey>(
  call: K,
  plan: Pick<ActPlan<K>, 'isSecret' | 'perform' | 'onUndone' | 'onFailed'> & {
    readonly undo?: (
      answer: AnswerOf<K>,
      headers: { readonly 'idempotency-key': string },
      request: ActRequest<K>,
    ) => Promise<unknown>
    /** @param undo sets it back, where it can be undone */
    readonly onDone?: (answer: AnswerOf<K>, request: ActRequest<K>, undo: () => void) => void
  } = {},
): Act<K> {
  const desk = useDesk()
  const [open, setOpen] = useState<OpenAct<K> | null>(null)
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
    isPending,
    failure,
    answered,
    request: open?.request ?? null,
    retry: () => open?.confirm(),
    dismiss: () => {
      open?.dismiss()
      setOpen(null)
    },
  }
}
