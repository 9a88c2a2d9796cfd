import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGES = join('docs', 'operate')
const BLOCK = /(?:<!-- not run: (.+?) -->\n)?```sh\n(.*?)```/gs

/** A block of commands of a page for operators. */
interface CommandBlock {
  readonly page: string
  readonly commands: string
  /** Why no test runs it; null: one does. */
  readonly notRunBecause: string | null
}

/** Every block of docs/operate, in the order of the pages. */
export function commandBlocks(): readonly CommandBlock[] {
  return readdirSync(PAGES)
    .filter(name => name.endsWith('.md'))
    .toSorted((one, other) => (one < other ? -1 : 1))
    .flatMap(page =>
      [...readFileSync(join(PAGES, page), 'utf8').matchAll(BLOCK)].map(([, because, commands = '']) => ({
        page,
        commands,
        notRunBecause: because ?? null,
      })),
    )
}
