'use no memo'

import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Spinner } from './spinner.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  ref?: React.Ref<HTMLButtonElement>
  children: React.ReactNode
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  /** Shown before the text; decoration only. */
  icon?: React.ReactNode
}

const VARIANTS: Readonly<Record<ButtonVariant, string | undefined>> = {
  primary: styles['primary'],
  secondary: styles['secondary'],
  ghost: styles['ghost'],
  danger: styles['danger'],
}
const SIZES = { small: styles['small'], medium: styles['medium'] }

/** The class of a button, for links that look like one: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: 'small' | 'medium' = 'medium'): string {
  return `${styles['button']} ${VARIANTS[variant]} ${SIZES[size]}`
}

/**
 * A push button. `isPending` keeps it focusable, shows a spinner and ignores presses. react-aria's own pending state announces
 * the button by its id, which is gone as soon as its action closes the dialog.
 */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  children,
  isPending = false,
  type = 'button',
  onPress,
  ...props
}: ButtonProps) {
  const pending = isPending
    ? ({ type: 'button', 'aria-disabled': true, 'data-pending': true } as const)
    : { type, ...(onPress ? { onPress } : {}) }
  return (
    <AriaButton {...props} {...pending} className={buttonClass(variant, size)}>
      {isPending ? <Spinner label="In progress" /> : icon}
      <span className={styles['text']}>{children}</span>
    </AriaButton>
  )
}
