import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** A file of the web client by its path from apps/web/src. */
export type Sources = ReadonlyMap<string, string>

const SHEET = '.module.css'
const WEB = join('apps', 'web', 'src')

/** Reads the web client's components and style sheets. */
export function readWebSources(): Sources {
  const paths = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(tsx?|css)$/.test(path))
    .map(path => path.replaceAll('\\', '/'))
  return new Map(paths.map(path => [path, readFileSync(join(WEB, path), 'utf8')]))
}

/**
 * Compares the classes that components name with those of the sheets they import: the types of the build know any name as a class.
 * @returns a line for each class that a component names and its sheet lacks, that no component names, or that is looked
 * up by a name that is only known when it runs
 */
export function faultsOfStyleSheets(sources: Sources): readonly string[] {
  const sheets = [...sources.keys()].filter(path => path.endsWith(SHEET))
  const uses = [...sources].flatMap(([path, text]) =>
    path.endsWith('.css') ? composedClasses(path, text) : text.includes(SHEET) ? namedClasses(path, text) : [],
  )
  const wrong = uses.flatMap(({ path, sheet, name }) => {
    if (name === null) return [`${path} looks a class of ${sheet} up by a name that no check can read: write each name`]
    const text = sources.get(sheet)
    if (text === undefined) return [`${path} imports ${sheet}, which is not there`]
    return classesOf(text).has(name) ? [] : [`${path} names the class ${name}, which ${sheet} lacks`]
  })
  const unused = sheets.flatMap(sheet => {
    const used = new Set(uses.filter(use => use.sheet === sheet).map(use => use.name))
    return [...classesOf(sources.get(sheet) ?? '')]
      .filter(name => !used.has(name))
      .map(name => `${sheet} has the class ${name}, which no module uses`)
  })
  return [...wrong, ...unused]
}

interface Use {
  readonly path: string
  readonly sheet: string
  /** null: only known when it runs. */
  readonly name: string | null
}

/** The classes that a sheet defines. */
function classesOf(css: string): ReadonlySet<string> {
  const selectors = withoutComments(css).matchAll(/([^{};]+)\{/g)
  return new Set(
    [...selectors]
      .filter(([, selector = '']) => !selector.trim().startsWith('@'))
      .flatMap(([, selector = '']) => [...selector.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name)),
  )
}

/** The classes that a sheet takes from another one, or from itself. */
function composedClasses(path: string, css: string): readonly Use[] {
  return [...withoutComments(css).matchAll(/composes:([^;]+?)(?:\bfrom\s+'([^']+)')?\s*;/g)].flatMap(
    ([, names = '', from]) =>
      names
        .trim()
        .split(/\s+/)
        .map(name => ({ path, sheet: from === undefined ? path : pathOf(path, from), name })),
  )
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, '')
}

/** A node of an ESTree, as far as this reads it. */
interface Node {
  readonly type: string
  readonly source?: { readonly value?: string }
  readonly specifiers?: readonly { readonly local: { readonly name: string } }[]
  readonly object?: { readonly name?: string }
  readonly computed?: boolean
  readonly property?: { readonly type: string; readonly value?: unknown }
}

/** The classes that a component names. `styles.name` needs no look: the compiler refuses it (noPropertyAccessFromIndexSignature). */
function namedClasses(path: string, text: string): readonly Use[] {
  const nodes = [...nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))]
  const sheets = new Map(
    nodes
      .filter(({ type, source }) => type === 'ImportDeclaration' && source?.value?.endsWith(SHEET))
      .flatMap(({ source, specifiers = [] }) =>
        specifiers.map(({ local }) => [local.name, pathOf(path, source?.value ?? '')] as const),
      ),
  )
  return nodes.flatMap(({ type, object, computed, property }) => {
    const sheet = sheets.get(object?.name ?? '')
    if (type !== 'MemberExpression' || computed !== true || sheet === undefined) return []
    return [{ path, sheet, name: typeof property?.value === 'string' ? property.value : null }]
  })
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node // of an ESTree every object with a type is a node
  for (const child of Object.values(value)) yield* nodesOf(child)
}

/** The file of an import, by its path from apps/web/src. */
function pathOf(from: string, name: string): string {
  return name.startsWith('#') ? name.slice(1) : join(from, '..', name).replaceAll('\\', '/')
}
