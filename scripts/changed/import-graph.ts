import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

const SOURCE = /\.(ts|tsx|mts)$/
/** Of the house's own: other packages change with the lockfile. */
const OWN_PACKAGE = /^(@desk\/|#)/
/** A program, page or list that a file names, as it is seen from the root or from the file. */
const NAMED_PATH = /['"`]((?:\.{1,2}\/)?[\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|json|txt|md|html|css))['"`]/g

/** Which file uses which: it imports it, or names its path as a program that it starts or a file that it reads. All paths are from the root. */
export class ImportGraph {
  readonly #usedBy = new Map<string, Set<string>>()
  readonly #texts = new Map<string, string>()

  /** @param files every file of the project; those that are no sources use nothing */
  constructor(root: string, files: readonly string[]) {
    for (const file of files.filter(name => SOURCE.test(name))) {
      const text = readFileSync(join(root, file), 'utf8')
      this.#texts.set(file, text)
      for (const used of usedBy(root, file, text)) {
        const users = this.#usedBy.get(used) ?? new Set()
        this.#usedBy.set(used, users.add(file))
      }
    }
  }

  isSource(file: string): boolean {
    return this.#texts.has(file)
  }

  textOf(file: string): string {
    return this.#texts.get(file) ?? ''
  }

  /** The sources whose text has this word. */
  naming(word: string): string[] {
    return [...this.#texts].filter(([, text]) => text.includes(word)).map(([file]) => file)
  }

  /** These files, and all that use them, by however many others; what uses a file at which this ends is not asked. */
  reachedFrom(files: Iterable<string>, endsAt: (file: string) => boolean = () => false): Set<string> {
    const reached = new Set<string>()
    const next = [...files]
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (reached.has(file)) continue
      reached.add(file)
      if (!endsAt(file)) next.push(...(this.#usedBy.get(file) ?? []))
    }
    return reached
  }
}

function usedBy(root: string, file: string, text: string): string[] {
  const from = resolve(root, file)
  const imported = importsOf(from, text).flatMap(name => {
    const [bare = ''] = name.split('?')
    if (bare.startsWith('.')) return existing(resolve(dirname(from), bare))
    return OWN_PACKAGE.test(bare) ? resolved(from, bare) : []
  })
  const named = [...text.matchAll(NAMED_PATH)].flatMap(([, path = '']) =>
    existing(path.startsWith('.') ? resolve(dirname(from), path) : resolve(root, path)),
  )
  return [...imported, ...named].map(path => relative(resolve(root), path)).filter(path => !path.startsWith('..'))
}

/** The imports of a module while it runs: types alone change nothing that a test could see. */
function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text)
  const asked = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  )
  const later = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const written = /^['"]([^'"]+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    return written === undefined ? [] : [written]
  })
  return [...asked, ...passedOn, ...later]
}

function existing(path: string): string[] {
  return existsSync(path) ? [path] : []
}

function resolved(from: string, name: string): string[] {
  try {
    return [realpathSync(createRequire(from).resolve(name))]
  } catch {
    return [] // the types lane says what cannot be found
  }
}
