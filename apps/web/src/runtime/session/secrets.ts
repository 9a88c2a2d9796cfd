/** Holds secrets in transit that no event, snapshot or journal may carry: passwords, codes, tokens. */
export interface Secrets<T = string> {
  /** Keeps a secret under a reference that events and commands may name. */
  hold(reference: string, secret: T): void
  /** Gives a secret once; null when it is gone. */
  take(reference: string): T | null
}

/** Opens an empty keep. */
export function openSecrets<T = string>(): Secrets<T> {
  const held = new Map<string, T>()
  return {
    hold: (reference, secret) => void held.set(reference, secret),
    take: reference => {
      const secret = held.get(reference) ?? null
      held.delete(reference)
      return secret
    },
  }
}
