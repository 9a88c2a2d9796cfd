import { HASH_KEYS_MAX, type HashKey, type NewHashKey } from '@desk/schema/respondents/return-hashing'
import { useEffect, useRef, useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { ShownOnce } from '#kit/secrets/shown-once.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { forgetHashing } from './hashing-cache.ts'
import styles from './return-hashing.module.css'

function MadeKey({ made, onClosed }: { readonly made: NewHashKey; readonly onClosed: () => void }) {
  return (
    <ShownOnce title="The new key" noun="key" secret={made.secret} onClosed={onClosed}>
      It is shown once. Give it to the survey’s operator, and store it nowhere else. Returns can be hashed with it now.
    </ShownOnce>
  )
}

function EndKey({
  hashKey,
  onClosed,
  onEnded,
}: {
  readonly hashKey: HashKey
  readonly onClosed: () => void
  readonly onEnded: () => void
}) {
  const desk = useDesk()
  const { confirmed, question } = useConfirmation()
  const forget = () => forgetHashing(desk.queryClient)
  return (
    <ConfirmAct
      call="returnHashing.endKey"
      request={{ params: { id: hashKey.hash_key_id }, payload: { confirmation: {} } }}
      perform={request =>
        confirmed(confirmation => desk.api.call('returnHashing.endKey', { ...request, payload: { confirmation } }))
      }
      question={{
        title: `End the key …${hashKey.ends_with}?`,
        lines: [
          'Returns that are hashed with it are refused from now on, also of respondents who are in a survey at this moment. A key that was ended does not come back.',
        ],
        confirmLabel: 'End it',
        tone: 'danger',
      }}
      doneText={`The key …${hashKey.ends_with} was ended`}
      onDone={() => {
        onEnded()
        forget()
      }}
      onFailed={forget}
      onClosed={onClosed}
    >
      {question}
    </ConfirmAct>
  )
}

/** The valid keys: two while one replaces the other. */
export function HashKeys({ keys }: { readonly keys: readonly HashKey[] }) {
  const desk = useDesk()
  const zone = useZone()
  const [made, setMade] = useState<NewHashKey | null>(null)
  const [ended, setEnded] = useState<HashKey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [changes, setChanges] = useState(0)
  // the focused button is gone or disabled: focus the list
  useEffect(() => {
    if (changes > 0) heading.current?.focus()
  }, [changes])
  const { confirmed, question } = useConfirmation()
  const make = useAct('returnHashing.makeKey', {
    perform: request =>
      confirmed(confirmation => desk.api.call('returnHashing.makeKey', { ...request, payload: { confirmation } })),
    onDone: key => {
      setMade(key)
      forgetHashing(desk.queryClient)
    },
    onFailed: () => forgetHashing(desk.queryClient),
  })
  const close = () => {
    // its answer has the key
    make.dismiss()
    setMade(null)
    setEnded(null)
    setChanges(count => count + 1)
  }
  return (
    <section className={styles['part']} aria-labelledby="hash-keys">
      <h2 id="hash-keys" ref={heading} tabIndex={-1}>
        Keys
      </h2>
      <p className={styles['note']}>
        Two are valid at once, so that one can replace the other: make the new one, have the surveys hash with it, end
        the old one. Times in {zone.text}.
      </p>
      {keys.length === 0 ? (
        <p>There is no key yet: no hash is checked.</p>
      ) : (
        <ShortList label="Valid keys" heads={['Key', 'Made', 'By']} actsHead="End">
          {keys.map(key => (
            <tr key={key.hash_key_id}>
              <th scope="row" className={styles['key']}>
                …{key.ends_with}
              </th>
              <td>{dateTimeText(Date.parse(key.made_at), zone.name)}</td>
              <td>{key.made_by ?? NO_FIGURE}</td>
              <td data-unexported>
                <Button size="small" onPress={() => setEnded(key)} aria-label={`End the key …${key.ends_with}`}>
                  End
                </Button>
              </td>
            </tr>
          ))}
        </ShortList>
      )}
      <Button
        variant={keys.length === 0 ? 'primary' : 'secondary'}
        onPress={() => make.send({ payload: { confirmation: {} } })}
        isPending={make.isPending}
        isDisabled={keys.length >= HASH_KEYS_MAX}
      >
        Create key
      </Button>
      <CallFailure error={make.failure} />
      {question}
      {made === null ? null : <MadeKey made={made} onClosed={close} />}
      {ended === null ? null : <EndKey hashKey={ended} onClosed={() => setEnded(null)} onEnded={close} />}
    </section>
  )
}
