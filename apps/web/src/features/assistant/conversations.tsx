import type { Conversation } from '@desk/schema/assistant/answer'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import styles from './assistant.module.css'

interface ConversationsProps {
  conversations: readonly Conversation[]
  openId: number | null
  onOpen: (id: number) => void
  onRemoved: (id: number) => void
}

/** The user's own conversations, which no one else sees: open one, delete one. */
export function Conversations({ conversations, openId, onOpen, onRemoved }: ConversationsProps) {
  const zone = useZone()
  const [removing, setRemoving] = useState<Conversation | null>(null)
  return (
    <nav aria-label="Conversations" className={styles['conversations']}>
      <ul role="list">
        {conversations.map(conversation => (
          <li key={conversation.conversation_id} data-open={conversation.conversation_id === openId || undefined}>
            <button
              type="button"
              aria-current={conversation.conversation_id === openId}
              onClick={() => onOpen(conversation.conversation_id)}
            >
              <span>{conversation.title}</span>
              <span className={styles['note']}>{dateTimeText(Date.parse(conversation.last_at), zone.name)}</span>
            </button>
            <IconButton size="small" label={`Delete ${conversation.title}`} onPress={() => setRemoving(conversation)}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {removing === null ? null : (
        <ConfirmAct
          call="assistant.remove"
          request={{ params: { id: removing.conversation_id } }}
          question={{
            title: 'Delete this conversation?',
            lines: ['Its questions and answers are gone for good.'],
            confirmLabel: 'Delete',
            tone: 'danger',
          }}
          onDone={() => onRemoved(removing.conversation_id)}
          onClosed={() => setRemoving(null)}
        />
      )}
    </nav>
  )
}
