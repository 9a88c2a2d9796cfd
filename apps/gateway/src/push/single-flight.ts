/**
 * Wraps a function so that concurrent calls with the same key share one call: after a restart every tab of a session, and every
 * watcher of a survey, asks in the same second.
 */
export function singleFlight<A>(): (key: string, ask: () => Promise<A>) => Promise<A> {
  const underWay = new Map<string, Promise<A>>()
  return (key, ask) => {
    const asked = underWay.get(key)
    if (asked) return asked
    const asking = ask().finally(() => underWay.delete(key))
    underWay.set(key, asking)
    return asking
  }
}
