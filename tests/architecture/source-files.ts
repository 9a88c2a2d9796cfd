import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
const ROOMS = ['apps', 'packages', 'tests', 'bench', 'scripts']
const LEFT_OUT = new Set(['node_modules', 'dist', '.tmp', 'results'])

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The imported names, as written. */
  readonly imports: readonly string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Every TypeScript file of the project. */
export function sourceFiles(): readonly SourceFile[] {
  return ROOMS.flatMap(room => walk(join(ROOT, room), /\.tsx?$/)).map(path => {
    const text = readFileSync(path, 'utf8')
    const imports = [...text.matchAll(IMPORT)].map(match => match[1] ?? match[2] ?? match[3] ?? '')
    return { path: fromRoot(path), text, imports }
  })
}

/** Every page, style sheet and SQL file of the project. */
export function pageFiles(): readonly Pick<SourceFile, 'path' | 'text'>[] {
  const inRoot = readdirSync(ROOT).filter(name => name.endsWith('.md'))
  return [
    ...[...ROOMS, 'docs'].flatMap(room => walk(join(ROOT, room), /\.(md|css|sql|html)$/)),
    ...inRoot.map(name => join(ROOT, name)),
  ].map(path => ({ path: fromRoot(path), text: readFileSync(path, 'utf8') }))
}

const fromRoot = (path: string): string => relative(ROOT, path).replaceAll('\\', '/')

function walk(folder: string, named: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (LEFT_OUT.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return walk(path, named)
    return named.test(entry.name) ? [path] : []
  })
}
