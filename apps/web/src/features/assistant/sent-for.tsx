import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { countText } from '#ui/format/figures.ts'
import styles from './assistant.module.css'

const ROLES = { system: 'Instructions', user: 'Question', assistant: 'The model', tool: 'A tool' } as const

/** The messages that left the desk for an answer, read once the user unfolds them. */
export function SentFor({ conversationId, number }: { conversationId: number; number: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['calls']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Data sent to the model</summary>
      {isOpen ? <Messages id={conversationId} number={number} /> : null}
    </details>
  )
}

function Messages({ id, number }: { id: number; number: number }) {
  const read = useQuery(useDesk().query('assistant.sent', { params: { id, number } }))
  const { data } = read
  if (data === undefined) return <NotLoaded query={read} title="The data sent" height="20px" lines={4} />
  return (
    <>
      <p className={styles['note']}>
        To {data.model} at {data.service}; {countText(data.tokens)} tokens of the account’s budget.
      </p>
      <ol className={styles['sent']} tabIndex={0} aria-label="Messages">
        {data.messages.map(({ role, text }, place) => (
          // messages keep their places
          <li key={place}>
            <strong>{ROLES[role]}</strong>
            <pre>{text}</pre>
          </li>
        ))}
      </ol>
    </>
  )
}
