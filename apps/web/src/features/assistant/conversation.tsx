import type { AssistantAnswer, AssistantSettings } from '@desk/schema/assistant/answer'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureMessage, fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Answer } from './answer.tsx'
import styles from './assistant.module.css'

interface ConversationProps {
  /** Null: a new one. */
  conversationId: number | null
  answers: readonly AssistantAnswer[]
  settings: AssistantSettings
  /** What stands in the field to begin with. */
  typed: string
  isUnfolded: boolean
  onAnswered: (answer: AssistantAnswer) => void
}

/** The questions and answers of a conversation, and the field for the next one. */
export function Conversation({ conversationId, answers, settings, typed, isUnfolded, onAnswered }: ConversationProps) {
  const desk = useDesk()
  const [question, setQuestion] = useState(typed)
  const end = useRef<HTMLDivElement>(null)
  const ask = useMutation({
    mutationFn: (wanted: string) =>
      desk.api.call('assistant.ask', {
        payload: { question: wanted, ...(conversationId === null ? {} : { conversation_id: conversationId }) },
      }),
    onSuccess: answer => {
      setQuestion('')
      onAnswered(answer)
    },
  })
  useEffect(() => {
    if (answers.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [answers.length])
  const send = (wanted: string) => {
    if (wanted.trim() === '' || ask.isPending) return
    setQuestion(wanted)
    ask.mutate(wanted)
  }
  const fault = ask.error === null ? undefined : (fieldErrorsOf(ask.error)['question'] ?? failureMessage(ask.error))
  return (
    <section aria-label="Conversation" className={styles['conversation']}>
      {answers.length === 0 ? (
        <div className={styles['begin']}>
          <p>Ask about figures, changes, respondents and what needs you. For instance:</p>
          <div role="group" aria-label="Questions to begin with" className={styles['offers']}>
            {settings.offers.map(({ example }) => (
              <Button key={example} size="small" onPress={() => send(example)}>
                {example}
              </Button>
            ))}
          </div>
        </div>
      ) : (
        <div role="log" aria-label="Answers">
          <ol role="list" className={styles['turns']}>
            {answers.map(answer => (
              <Answer key={answer.number} answer={answer} isUnfolded={isUnfolded} onAsk={send} />
            ))}
          </ol>
        </div>
      )}
      <div ref={end} />
      <form
        className={styles['ask']}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send(question)
        }}
      >
        <TextField
          label="Question"
          value={question}
          maxLength={1000}
          autoComplete="off"
          onChange={text => {
            setQuestion(text)
            if (ask.isError) ask.reset()
          }}
          isReadOnly={ask.isPending}
          errorMessage={fault}
        />
        <Button type="submit" variant="primary" isPending={ask.isPending}>
          Ask
        </Button>
      </form>
    </section>
  )
}
