import type { ReturnHashing, ReturnHashingChange } from '@desk/schema/respondents/return-hashing'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './return-hashing.module.css'
import { useHashingChange } from './use-hashing-change.ts'

/** What is asked and said when a wish is turned on, or off. */
export interface WishWords {
  title: string
  confirmLabel: string
  /** It makes returns count otherwise than is safe. */
  isDanger: boolean
  text: string
  done: string
}

export interface WishSwitchProps {
  label: string
  description: string
  isOn: boolean
  isDisabled?: boolean
  change: (isOn: boolean) => ReturnHashingChange
  on: WishWords
  off: WishWords
}

/** One of the account's wishes for its returns; asks before it changes, since completes may be lost or won by it. */
export function WishSwitch({
  label,
  description,
  isOn,
  isDisabled = false,
  change: changeTo,
  on,
  off,
}: WishSwitchProps) {
  const desk = useDesk()
  const [wish, setWish] = useState<boolean | null>(null)
  const words = wish === false ? off : on
  const change = useHashingChange<boolean, ReturnHashing>(
    wished => desk.api.call('returnHashing.change', { payload: changeTo(wished) }),
    () => {
      setWish(null)
      void showToast({ type: 'success', message: words.done })
    },
  )
  const ask = (wished: boolean) => {
    change.reset()
    setWish(wished)
  }
  return (
    <section className={styles['part']} aria-label={label}>
      <Switch isSelected={isOn} isDisabled={isDisabled} onChange={ask} description={description}>
        {label}
      </Switch>
      <ConfirmDialog
        isOpen={wish !== null}
        title={words.title}
        confirmLabel={words.confirmLabel}
        tone={words.isDanger ? 'danger' : 'neutral'}
        isPending={change.isPending}
        onConfirm={() => wish !== null && change.mutate(wish)}
        onCancel={() => setWish(null)}
      >
        <p>{words.text}</p>
        <CallFailure error={change.error} />
      </ConfirmDialog>
    </section>
  )
}
