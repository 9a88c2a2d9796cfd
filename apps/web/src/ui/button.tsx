import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Spinner } from './spinner.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  children: React.ReactNode
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  /** Shown before the text; decoration only. */
  icon?: React.ReactNode
}

/** The class of a button, for links that look like one: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: 'small' | 'medium' = 'medium'): string {
  return `${styles['button']} ${styles[variant]} ${styles[size]}`
}

/** A push button. `isPending` keeps it focusable, shows a spinner and ignores presses. */
export function Button({ variant = 'secondary', size = 'medium', icon, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonClass(variant, size)}>
      {({ isPending }) => (
        <>
          {isPending ? <Spinner label="In progress" /> : icon}
          <span className={styles['text']}>{children}</span>
        </>
      )}
    </AriaButton>
  )
}
