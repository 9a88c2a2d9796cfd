/** The passwords of the dialog's form, which no machine and no journal ever sees. */
export interface TypedPasswords {
  readonly password: string
  readonly confirm_password: string
}
export type PasswordField = keyof TypedPasswords

const NO_PASSWORDS: TypedPasswords = { password: '', confirm_password: '' }

/** Holds the typed passwords for as long as the form needs them. */
export interface PasswordKeep {
  readonly read: () => TypedPasswords
  readonly type: (field: PasswordField, text: string) => void
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

export function openPasswordKeep(): PasswordKeep {
  let held = NO_PASSWORDS
  const listeners = new Set<() => void>()
  const hold = (next: TypedPasswords) => {
    held = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => held,
    type: (field, text) => hold({ ...held, [field]: text }),
    forget: () => hold(NO_PASSWORDS),
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
