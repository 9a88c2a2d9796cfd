/** What the transaction stored or locked before. @throws Error when it is not there, which is a fault of ours */
export function requireFound<Found>(found: Found | undefined, noun: string): Found {
  if (found === undefined) throw new Error(`A ${noun} that was stored or locked is there.`)
  return found
}
