import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const SCHEMAS = join(import.meta.dirname, '..', 'packages', 'schema', 'src')

/** Every module of packages/schema, by the name that others import it by. */
export async function schemaModules(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted()
  const modules = new Map<string, Readonly<Record<string, unknown>>>()
  for (const file of files) {
    const path = join(SCHEMAS, file)
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href)
    modules.set(`@desk/schema/${relative(SCHEMAS, path).replace(/\.ts$/, '').replaceAll('\\', '/')}`, module)
  }
  return modules
}
