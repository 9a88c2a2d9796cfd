import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The installation's file of client settings (names, links, hosts); empty when it is missing or no object. Read on each request. */
export async function clientConfigOf(webRoot: string): Promise<object> {
  try {
    const file: unknown = JSON.parse(await readFile(join(webRoot, 'client-config.json'), 'utf8'))
    return typeof file === 'object' && file !== null && !Array.isArray(file) ? file : {}
  } catch {
    return {}
  }
}
