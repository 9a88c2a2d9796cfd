import { passwordRules, type PasswordPolicy } from '@desk/schema/users/password-rules'
import styles from './password-requirements.module.css'

export interface PasswordRequirementsProps {
  readonly password: string
  readonly policy: PasswordPolicy
  /** Whose it would be; null when that is not known here. */
  readonly username: string | null
}

/** The Password Requirement list (§2.41): the rules that a new password must meet, each marked once it is met. */
export function PasswordRequirements({ password, policy, username }: PasswordRequirementsProps) {
  return (
    <ul className={styles['rules']} aria-label="Password Requirement">
      {passwordRules(policy, username).map(({ message, isMet }) => (
        <li key={message} data-met={isMet(password)}>
          {message}
        </li>
      ))}
    </ul>
  )
}
