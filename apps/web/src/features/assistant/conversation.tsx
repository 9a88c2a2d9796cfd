import type { AssistantAnswer, AssistantSettings } from '@desk/schema/assistant/answer'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { takeQuestionAtOnce } from '#kit/assistant/question-at-once.ts'
import { failureMessage, fieldErrorsOf } from '#runtime/api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Answer } from './answer.tsx'
import { PendingAnswer } from './pending-answer.tsx'
import { useQuestion } from './use-question.ts'
import styles from './assistant.module.css'

interface ConversationProps {
  /** Null: a new one. */
  conversationId: number | null
  answers: readonly AssistantAnswer[]
  settings: AssistantSettings
  /** The initial text of the field. */
  typed: string
  isUnfolded: boolean
  onAnswered: (answer: AssistantAnswer) => void
}

/** The questions and answers of a conversation, and the field for the next one. */
export function Conversation({ conversationId, answers, settings, typed, isUnfolded, onAnswered }: ConversationProps) {
  const [question, setQuestion] = useState(typed)
  const end = useRef<HTMLDivElement>(null)
  const { ask, stop, isPending, failure, reset, pending } = useQuestion({
    conversationId,
    isStreamed: settings.answers_by === 'model',
    onAnswered: answer => {
      setQuestion('')
      onAnswered(answer)
    },
  })
  useEffect(() => {
    if (answers.length > 0 || pending !== null) end.current?.scrollIntoView({ block: 'nearest' })
  }, [answers.length, pending])
  const send = (wanted: string) => {
    if (wanted.trim() === '' || isPending) return
    setQuestion(wanted)
    ask(wanted)
  }
  const sendAtOnce = useEffectEvent(() => {
    if (takeQuestionAtOnce(typed)) ask(typed)
  })
  useEffect(() => sendAtOnce(), [])
  const isAnswering = pending !== null && settings.answers_by === 'model'
  const fault = failure === null ? undefined : (fieldErrorsOf(failure)['question'] ?? failureMessage(failure))
  return (
    <section aria-label="Conversation" className={styles['conversation']}>
      {answers.length === 0 && isAnswering ? null : answers.length === 0 ? (
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
      {isAnswering ? <PendingAnswer pending={pending} onStop={stop} /> : null}
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
            if (failure !== null) reset()
          }}
          isReadOnly={isPending}
          errorMessage={fault}
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          Ask
        </Button>
      </form>
    </section>
  )
}
