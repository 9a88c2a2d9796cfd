import type { AssistantAnswer, AssistantProgress, ProsePiece } from '@desk/schema/assistant/answer'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { progressReader } from './lines-of.ts'

/** The known part of an answer while it is made. */
export interface Pending {
  readonly question: string
  /** The tool that is called; null: none yet. */
  readonly tool: string | null
  readonly pieces: readonly ProsePiece[]
}

function grown(pending: Pending, progress: AssistantProgress): Pending {
  switch (progress.kind) {
    case 'waiting':
      return pending
    case 'call':
      return { ...pending, tool: progress.tool, pieces: [] }
    case 'prose':
      return { ...pending, pieces: [...pending.pieces, ...progress.pieces] }
  }
}

interface UseQuestionOptions {
  /** Null: the question begins a conversation. */
  readonly conversationId: number | null
  /** A model answers: what it says is shown while it comes. */
  readonly isStreamed: boolean
  readonly onAnswered: (answer: AssistantAnswer) => void
}

/** Asks a question, shows its progress, and stops it; leaving the page stops it, too. */
export function useQuestion({ conversationId, isStreamed, onAnswered }: UseQuestionOptions) {
  const desk = useDesk()
  const [pending, setPending] = useState<Pending | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const { mutate, isPending, isError, error, reset } = useMutation({
    mutationFn: async (question: string) => {
      const abort = new AbortController()
      ending.current = abort
      setPending({ question, tool: null, pieces: [] })
      const read = progressReader(progress => setPending(before => before && grown(before, progress)))
      return desk.api.call('assistant.ask', {
        payload: {
          question,
          ...(conversationId === null ? {} : { conversation_id: conversationId }),
          ...(isStreamed ? { is_streamed: true } : {}),
        },
        signal: abort.signal,
        ...(isStreamed ? { onReceived: (_bytes: number, part: Uint8Array) => read(part) } : {}),
      })
    },
    onSuccess: onAnswered,
    onError: () => {
      if (ending.current?.signal.aborted === true) reset()
    },
    onSettled: () => setPending(null),
  })
  return { ask: mutate, stop: () => ending.current?.abort(), isPending, isError, error, reset, pending }
}
