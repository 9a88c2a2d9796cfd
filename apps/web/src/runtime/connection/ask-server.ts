const HEALTH_PATH = '/healthz'

const isPlatformDown = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'platform' in body && body.platform === 'down'

/**
 * Checks whether the server answers, without a session: a call of the session would keep an unused session alive.
 * @param base the API's origin; '' is the page's own
 * @returns false when it does not answer in time, or only the gateway answers
 */
export async function askServer(fetch: typeof globalThis.fetch, base: string, withinMs: number): Promise<boolean> {
  try {
    const response = await fetch(base + HEALTH_PATH, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(withinMs),
    })
    if (response.ok) return true
    return !isPlatformDown(await response.json())
  } catch {
    return false
  }
}
