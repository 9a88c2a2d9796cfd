import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { instantOf } from '#kit/forms/wall-times.ts'
import type { UserZone } from '#kit/zones/use-zone.ts'
import styles from './webhooks.module.css'

export interface ReplayTimeProps {
  readonly zone: UserZone
  readonly isOn: boolean
  readonly isPending: boolean
  readonly onReplay: (span: { from: string; to: string }) => void
}

/** Sends the messages of a time again, such as after the endpoint has lost a day. */
export function ReplayTime({ zone, isOn, isPending, onReplay }: ReplayTimeProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  return (
    <fieldset className={styles['replay']}>
      <legend>Resend deliveries</legend>
      <p className={styles['note']}>
        {isOn
          ? `By when they were queued, in ${zone.text}. They come once more at the end of the queue, under their webhook-id.`
          : 'The webhook is off: switch it on first.'}
      </p>
      <MomentInput label="From" value={from} onTake={input => setFrom(input.value)} error={null} isDisabled={!isOn} />
      <MomentInput label="To" value={to} onTake={input => setTo(input.value)} error={null} isDisabled={!isOn} />
      <Button
        onPress={() => onReplay({ from: instantOf(from, zone.name), to: instantOf(to, zone.name) })}
        isPending={isPending}
        isDisabled={!isOn || from === '' || to === ''}
      >
        Send these again
      </Button>
    </fieldset>
  )
}
