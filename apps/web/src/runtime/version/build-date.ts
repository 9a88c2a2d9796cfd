/** The file that tells when the build being served was made (§7.34). */
const VERSION_PATH = '/version.json'

/** Reads when the build that is served was made. Rejects when the file cannot be had. */
export async function readBuildDate(fetch: typeof globalThis.fetch, nowMs: number): Promise<string> {
  const response = await fetch(`${VERSION_PATH}?t=${nowMs}`)
  if (!response.ok) throw new Error(`${VERSION_PATH} answered ${response.status}.`)
  const version: unknown = await response.json()
  const buildDate =
    typeof version === 'object' && version !== null && 'buildDate' in version ? version.buildDate : undefined
  if (typeof buildDate !== 'string') throw new Error(`${VERSION_PATH} names no buildDate.`)
  return buildDate
}
