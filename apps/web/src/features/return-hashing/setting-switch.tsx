import type { ReturnHashingChange } from '@desk/schema/respondents/return-hashing'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Switch } from '#ui/switch.tsx'
import { forgetHashing } from './hashing-cache.ts'
import styles from './return-hashing.module.css'

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
export function SettingSwitch({ label, description, isOn, isDisabled = false, change, on, off }: SettingSwitchProps) {
  const desk = useDesk()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const words = wanted === false ? off : on
  const forget = () => forgetHashing(desk.queryClient)
  return (
    <section className={styles['part']} aria-label={label}>
      <Switch isSelected={isOn} isDisabled={isDisabled} onChange={setWanted} description={description}>
        {label}
      </Switch>
      {wanted === null ? null : (
        <ConfirmAct
          call="returnHashing.change"
          request={{ payload: change(wanted) }}
          question={{
            title: words.title,
            lines: [words.text],
            confirmLabel: words.confirmLabel,
            tone: words.isDanger ? 'danger' : 'neutral',
          }}
          doneText={words.done}
          onDone={forget}
          onFailed={forget}
          onClosed={() => setWanted(null)}
        />
      )}
    </section>
  )
}
