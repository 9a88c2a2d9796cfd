import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
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
  readonly send: () => Promise<DeliveryAttempt>
  /** Hears of each attempt that was made. */
  readonly onSent?: () => void
  readonly onClosed: () => void
}

/** Sends a test message, and shows its result. */
export function TestDelivery({ name, note, send, onSent, onClosed }: TestDeliveryProps) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: send, ...(onSent ? { onSuccess: onSent } : {}) })
  const begin = useEffectEvent(() => mutate())
  useEffect(() => begin(), [])
  return (
    <Dialog
      isOpen
      title={`Test of “${name}”`}
      onClose={onClosed}
      footer={
        <>
          <Button onPress={() => mutate()} isPending={isPending}>
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
      ) : data === undefined ? null : (
        <AttemptOutcome attempt={data} />
      )}
      <CallFailure error={error} />
    </Dialog>
  )
}
