import { type AssistantAnswer, AssistantProgress, type ProsePiece } from '@desk/schema/assistant/answer'
import { Option, Schema } from 'effect'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(AssistantProgress))

/** Reads the lines of an answer while its bytes come; the last line, the answer itself, is none of them. */
function progressReader(onProgress: (progress: AssistantProgress) => void): (part: Uint8Array) => void {
  const decoder = new TextDecoder()
  let begun = ''
  return part => {
    const lines = (begun + decoder.decode(part, { stream: true })).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) {
      const progress = decode(line)
      if (Option.isSome(progress)) onProgress(progress.value)
    }
  }
}

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
  const { send, isPending, failure, dismiss } = useAct('assistant.ask', {
    // the same question after a stop is another one
    isSecret: true,
    perform: request => {
      const abort = new AbortController()
      ending.current = abort
      const read = progressReader(progress => setPending(before => before && grown(before, progress)))
      return desk.api.call('assistant.ask', {
        ...request,
        signal: abort.signal,
        ...(isStreamed ? { onReceived: (_bytes: number, part: Uint8Array) => read(part) } : {}),
      })
    },
    onDone: answer => {
      setPending(null)
      onAnswered(answer)
    },
    onFailed: () => {
      setPending(null)
      if (ending.current?.signal.aborted === true) dismiss()
    },
  })
  const ask = (question: string) => {
    setPending({ question, tool: null, pieces: [] })
    send({
      payload: {
        question,
        ...(conversationId === null ? {} : { conversation_id: conversationId }),
        ...(isStreamed ? { is_streamed: true } : {}),
      },
    })
  }
  return { ask, stop: () => ending.current?.abort(), isPending, failure, reset: dismiss, pending }
}
