import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** They look at every screen with axe, which `pnpm test --all` does. */
const LOOKS = /^accessibility/

/**
 * The journeys of `pnpm test`: the first test of each file in `e2e`, as `file:line`. The other tests of these files, and those in
 * `paths/browser`, run by `--all`, by a change that reaches them, and by the lane's name.
 * @throws when a file has no test at the start of a line
 */
export function journeysOf(folder: string): readonly string[] {
  const files = readdirSync(join(folder, 'e2e')).filter(name => name.endsWith('.e2e.ts') && !LOOKS.test(name))
  return files.sort().map(name => {
    const file = join(folder, 'e2e', name)
    const at = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex(line => /^ *test\(/.test(line))
    if (at < 0) throw new Error(`${file} has no test that begins with "test(": its journey is its first one`)
    return `${file}:${at + 1}`
  })
}
