import type { ReturnHashing, ReturnHashingChange } from '@desk/schema/respondents/return-hashing'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './return-hashing.module.css'
import { useHashingChange } from './use-hashing-change.ts'

/** The question and the message when a setting is turned on or off. */
export interface SettingWords {
  title: string
  confirmLabel: string
  /** It makes returns less safe. */
  isDanger: boolean
  text: string
  done: string
}

export interface SettingSwitchProps {
  label: string
  description: string
  isOn: boolean
  isDisabled?: boolean
  change: (isOn: boolean) => ReturnHashingChange
  on: SettingWords
  off: SettingWords
}

/** One of the account's settings for returns; asks before it changes, since that can add or lose completes. */
export function SettingSwitch({
  label,
  description,
  isOn,
  isDisabled = false,
  change: changeTo,
  on,
  off,
}: SettingSwitchProps) {
  const desk = useDesk()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const words = wanted === false ? off : on
  const change = useHashingChange<boolean, ReturnHashing>(
    next => desk.api.call('returnHashing.change', { payload: changeTo(next) }),
    () => {
      setWanted(null)
      void showToast({ type: 'success', message: words.done })
    },
  )
  const ask = (next: boolean) => {
    change.reset()
    setWanted(next)
  }
  return (
    <section className={styles['part']} aria-label={label}>
      <Switch isSelected={isOn} isDisabled={isDisabled} onChange={ask} description={description}>
        {label}
      </Switch>
      <ConfirmDialog
        isOpen={wanted !== null}
        title={words.title}
        confirmLabel={words.confirmLabel}
        tone={words.isDanger ? 'danger' : 'neutral'}
        isPending={change.isPending}
        onConfirm={() => wanted !== null && change.mutate(wanted)}
        onCancel={() => setWanted(null)}
      >
        <p>{words.text}</p>
        <CallFailure error={change.error} />
      </ConfirmDialog>
    </section>
  )
}
