/** Holds passwords and tokens on their way, so that no event, snapshot or journal ever carries one. */
export interface Secrets {
  /** Keeps a secret under a reference that events and commands may name. */
  hold(reference: string, secret: string): void
  /** Gives a secret once; null when it is gone. */
  take(reference: string): string | null
}

/** Opens an empty keep. */
export function openSecrets(): Secrets {
  const held = new Map<string, string>()
  return {
    hold: (reference, secret) => void held.set(reference, secret),
    take: (reference) => {
      const secret = held.get(reference) ?? null
      held.delete(reference)
      return secret
    },
  }
}
