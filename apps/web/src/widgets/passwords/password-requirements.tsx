import { PASSWORD_RULES, type PasswordPolicy } from '@desk/schema/users/password-rules'
import styles from './password-requirements.module.css'

/** The Password Requirement list (§2.41): the rules that a new password must meet, each marked once it is met. */
export function PasswordRequirements({ password, policy }: { readonly password: string; readonly policy: PasswordPolicy }) {
  return (
    <ul className={styles['rules']} aria-label="Password Requirement">
      {PASSWORD_RULES[policy].map(({ message, isMet }) => (
        <li key={message} data-met={isMet(password)}>
          {message}
        </li>
      ))}
    </ul>
  )
}
