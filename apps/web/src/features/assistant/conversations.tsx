import type { Conversation } from '@desk/schema/assistant/answer'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { showToast } from '#ui/toasts.ts'
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
  const desk = useDesk()
  const zone = useZone()
  const [removing, setRemoving] = useState<Conversation | null>(null)
  const remove = useMutation({
    mutationFn: (id: number) => desk.api.call('assistant.remove', { params: { id } }),
    onSuccess: (_nothing, id) => {
      setRemoving(null)
      onRemoved(id)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
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
      <ConfirmDialog
        isOpen={removing !== null}
        title="Delete this conversation?"
        confirmLabel="Delete"
        tone="danger"
        isPending={remove.isPending}
        onConfirm={() => removing !== null && remove.mutate(removing.conversation_id)}
        onCancel={() => setRemoving(null)}
      >
        Its questions and answers are gone for good.
      </ConfirmDialog>
    </nav>
  )
}
