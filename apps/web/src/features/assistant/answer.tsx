import type { AnswerItem, AssistantAnswer, ToolCall } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { dateTimeText } from '#ui/format/times.ts'
import { Button } from '#ui/button.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { figureFacts, figureText } from './figure-text.ts'
import { Prose } from './prose.tsx'
import { SentFor } from './sent-for.tsx'
import styles from './assistant.module.css'

const FALLBACKS: Readonly<Record<NonNullable<AssistantAnswer['fallback']>, string>> = {
  too_slow: 'The model took too long, so the grammar answered.',
  refused: 'The model’s service refused, so the grammar answered.',
  unreachable: 'The model’s service did not answer, so the grammar did.',
  unusable: 'The model’s answer could not be used, so the grammar answered.',
  budget_used: 'The account has used up its budget of the model for this month, so the grammar answered.',
  too_often: 'The account asked the model too often within a minute, so the grammar answered.',
}

interface AnswerProps {
  answer: AssistantAnswer
  /** Tool calls are open. */
  isUnfolded: boolean
  /** Asks one of the questions that are offered. */
  onAsk: (question: string) => void
}

/** A question with its answer: how it was understood, text, figures that lead to their screens, and what it rests on. */
export function Answer({ answer, isUnfolded, onAsk }: AnswerProps) {
  const { question, understood, fallback, parts, is_cut: isCut, tool_calls: calls, proposals, closest } = answer
  const { conversation_id: id, number, model, answered_by: by } = answer
  return (
    <li className={styles['turn']}>
      <p className={styles['question']}>{question}</p>
      <div className={styles['answer']}>
        {fallback === null ? null : <p className={styles['note']}>{FALLBACKS[fallback]}</p>}
        <p className={styles['note']}>
          {by === 'model'
            ? `Answered by ${model ?? 'a model'}; figures, names and times are the desk’s own.`
            : understood === null
              ? 'Sample Desk did not understand the question.'
              : `Understood as: ${understood}`}
        </p>
        {parts.map((part, place) => {
          // parts of an answer never change their places
          switch (part.kind) {
            case 'text':
              return <p key={place}>{part.text}</p>
            case 'prose':
              return <Prose key={place} pieces={part.pieces} />
            case 'figure':
              return <FigureLink key={place} figure={part.figure} />
            case 'list':
              return (
                <ul key={place} role="list" className={styles['items']}>
                  {part.items.map((item, at) => (
                    <Item key={at} item={item} />
                  ))}
                  {part.has_more ? <li className={styles['note']}>The list is longer.</li> : null}
                </ul>
              )
          }
        })}
        {isCut ? (
          <p className={styles['note']} role="note">
            Numbers and web addresses that the desk did not give were removed from this answer.
          </p>
        ) : null}
        {proposals.map(({ idempotency_key: key, title, link, notes = [] }) => (
          <div key={key} className={styles['proposal']}>
            <span>{title}. Nothing has changed yet.</span> <a href={`#${link}`}>Open its confirmation</a>
            {notes.length === 0 ? null : (
              <ul role="list" aria-label={title} className={styles['items']}>
                {notes.map(note => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </div>
        ))}
        {closest.length === 0 ? null : (
          <div role="group" aria-label="Questions that come closest" className={styles['offers']}>
            {closest.map(({ intent, example }) => (
              <Button key={intent} size="small" onPress={() => onAsk(example)}>
                {example}
              </Button>
            ))}
          </div>
        )}
        {calls.length === 0 ? null : <Calls calls={calls} isUnfolded={isUnfolded} />}
        {model === undefined || fallback === 'budget_used' || fallback === 'too_often' ? null : (
          <SentFor conversationId={id} number={number} />
        )}
      </div>
    </li>
  )
}

function FigureLink({ figure }: { figure: FigureToken }) {
  const zone = useZone()
  const facts = figureFacts(figure, zone.name)
  return (
    <p className={styles['figure']}>
      <span>{figure.label}</span>
      <a href={`#${figure.link}`} title={facts} aria-label={`${figure.label} ${figureText(figure)}. ${facts}`}>
        {figureText(figure)}
      </a>
      <span className={styles['note']}>{facts}</span>
    </p>
  )
}

function Item({ item: { title, detail, at, link, figures } }: { item: AnswerItem }) {
  const zone = useZone()
  return (
    <li>
      {link === null ? <strong>{title}</strong> : <a href={`#${link}`}>{title}</a>}
      {detail === null ? null : <span> {detail}</span>}
      {at === null ? null : <span className={styles['note']}> {dateTimeText(Date.parse(at), zone.name)}</span>}
      {figures.length === 0 ? null : (
        <span className={styles['inline']}>
          {figures.map(figure => (
            <span key={figure.figure_id}>
              {figure.label}{' '}
              <a href={`#${figure.link}`} title={figureFacts(figure, zone.name)}>
                {figureText(figure)}
              </a>
            </span>
          ))}
        </span>
      )}
    </li>
  )
}

function Calls({ calls, isUnfolded }: { calls: readonly ToolCall[]; isUnfolded: boolean }) {
  return (
    <details open={isUnfolded} className={styles['calls']}>
      <summary>Based on ({calls.length})</summary>
      <ol>
        {calls.map(({ tool, arguments: given, summary, link, is_refused: isRefused }, place) => (
          // calls keep their places
          <li key={place}>
            <code>
              {tool} {JSON.stringify(given)}
            </code>
            <span>
              {isRefused ? 'Refused: ' : ''}
              {summary}
            </span>
            {link === null ? null : <a href={`#${link}`}>Show</a>}
          </li>
        ))}
      </ol>
    </details>
  )
}
