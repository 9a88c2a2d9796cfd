import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './templates.module.css'

export interface TemplateFrameProps {
  title: string
  /** Takes the focus when the pressed button is gone. */
  place: React.RefObject<HTMLDivElement | null>
  /** The opened template: a different object for each opening; null: the list. */
  step: object | null
  /** The error, in words; null: none. */
  fault: string | null
  isBusy: boolean
  onBack: () => void
  onClose: () => void
  /** The actions on the opened template. */
  action?: React.ReactNode
  children: React.ReactNode
}

/** A dialog over templates: the list of them, and one step into it and back. */
export function TemplateFrame({
  title,
  place,
  step,
  fault,
  isBusy,
  onBack,
  onClose,
  action,
  children,
}: TemplateFrameProps) {
  const seen = useRef(step)
  // the pressed button is gone with its step: keep the focus in the dialog
  useEffect(() => {
    if (seen.current !== step) place.current?.focus()
    seen.current = step
  }, [place, step])
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      isLocked={isBusy}
      footer={
        step === null ? (
          <Button onPress={onClose} isDisabled={isBusy}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={onBack} isDisabled={isBusy}>
              Back
            </Button>
            {action}
          </>
        )
      }
    >
      <div ref={place} tabIndex={-1} className={styles['templates']}>
        {fault === null ? null : (
          <p role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
        {children}
      </div>
    </Dialog>
  )
}
