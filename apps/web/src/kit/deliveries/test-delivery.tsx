import { useEffect, useEffectEvent } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { AttemptOutcome } from './attempt-outcome.tsx'

export interface TestDeliveryProps {
  /** The tested thing, by its user's name for it. */
  readonly name: string
  /** The content of the message, and its destination. */
  readonly note: string
  readonly call: 'webhooks.test' | 'alertChannels.test'
  readonly id: number
  /** Hears of each attempt that was made. */
  readonly onSent?: () => void
  readonly onClosed: () => void
}

/** Sends a test message, and shows its result. */
export function TestDelivery({ name, note, call, id, onSent, onClosed }: TestDeliveryProps) {
  const { send, answered, failure, isPending } = useAct(call, { onDone: () => onSent?.() })
  const test = () => send({ params: { id } })
  const begin = useEffectEvent(test)
  useEffect(() => begin(), [])
  return (
    <Dialog
      isOpen
      title={`Test of “${name}”`}
      onClose={onClosed}
      footer={
        <>
          <Button onPress={test} isPending={isPending}>
            Send another
          </Button>
          <Button variant="primary" onPress={onClosed}>
            Close
          </Button>
        </>
      }
    >
      <p>{note}</p>
      {isPending ? (
        <Skeleton label="Waiting for its answer" height="24px" lines={2} />
      ) : answered === null ? null : (
        <AttemptOutcome attempt={answered.answer} />
      )}
      <CallFailure error={failure} />
    </Dialog>
  )
}
