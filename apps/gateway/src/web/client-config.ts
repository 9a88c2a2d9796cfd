import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the installation's file says to the client (names, links, hosts); nothing when there is none, or when it is no object. Read anew each time. */
export async function clientConfigOf(webRoot: string): Promise<object> {
  try {
    const file: unknown = JSON.parse(await readFile(join(webRoot, 'client-config.json'), 'utf8'))
    return typeof file === 'object' && file !== null && !Array.isArray(file) ? file : {}
  } catch {
    return {}
  }
}
