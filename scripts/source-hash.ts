import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Hashes the content of these files and folders without their tests, and `besides`. */
export function sourceHash(paths: readonly string[], besides = ''): string {
  const hash = createHash('sha256').update(besides)
  const add = (path: string): void => {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) {
    if (!existsSync(path)) continue
    if (statSync(path).isDirectory()) filesIn(path).forEach(add)
    else add(path)
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(db\.)?test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}
