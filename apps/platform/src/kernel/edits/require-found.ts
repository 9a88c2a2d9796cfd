/** A row that the transaction stored or locked before. @throws Error when it is missing, which is a bug */
export function requireFound<Found>(found: Found | undefined, noun: string): Found {
  if (found === undefined) throw new Error(`A ${noun} that was stored or locked is there.`)
  return found
}
