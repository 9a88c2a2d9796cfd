import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import styles from './review.module.css'

/** Every decision about a complete, withdrawn ones as well; read when the user asks for it. */
export function DecisionHistory({ rdud, zone }: { readonly rdud: string; readonly zone: string }) {
  const desk = useDesk()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    ...desk.query('reviews.history', { query: { rdud } }),
    staleTime: 0,
    enabled: isOpen,
  })
  if (!isOpen)
    return (
      <Button size="small" onPress={() => setOpen(true)}>
        History
      </Button>
    )
  return (
    <>
      <CallFailure error={error} />
      {data?.changes.length === 0 ? <p className={styles['meta']}>No decision yet.</p> : null}
      <ol className={styles['said']} aria-label="History of the decisions">
        {(data?.changes ?? []).map(({ uid, by, decision, at }) => (
          <li key={`${uid} ${at}`}>
            {by ?? 'Somebody'}: {decision ?? 'taken back'}
            <span className={styles['meta']}>{momentText(at, zone)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
