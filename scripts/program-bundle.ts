import { createRequire } from 'node:module'
import { dirname, posix, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/** Loaded from where they are installed: native code. */
const LEFT_OUTSIDE = ['@node-rs/argon2']
const ABSENT = ['pg-native']
/** Before the folder: the bundle may be moved to another machine. */
const RELEASE = '--release'

/** The program of a thread, which a module names beside itself. */
const OF_A_THREAD = /new URL\('(\.\/[\w-]+-worker)\.ts', import\.meta\.url\)/g

const THREAD = 'thread:'
const THREAD_NAMED = /thread:([\w$-]+)/g
const HERE = '__HERE__'

/** In a bundle, too, each module finds what lies beside it, and native packages are found from the module that asks for them. The program of a thread is bundled as well. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!LEFT_OUTSIDE.includes(source) || importer === undefined) return null
    return { id: pathToFileURL(createRequire(importer).resolve(source)).href, external: true }
  },
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null
    const threads: string[] = []
    const own = code
      .replaceAll(OF_A_THREAD, (_all, beside: string) => {
        threads.push(this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${beside}.ts`) }))
        return `new URL('${THREAD}${threads.at(-1)}', ${HERE})`
      })
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    return { code: own.replaceAll(HERE, 'import.meta.url'), map: null }
  },
  renderChunk(code, { fileName }) {
    if (!code.includes(THREAD)) return null
    const named = code.replaceAll(THREAD_NAMED, (_all, program: string) => {
      const path = posix.relative(posix.dirname(fileName), this.getFileName(program))
      return path.startsWith('.') ? path : `./${path}`
    })
    return { code: named, map: null }
  },
}

const ROOTED = '__ROOTED__'
const ROOTED_NAMED = /"__ROOTED__([^"]+)"/g

/**
 * In a release each module finds files by their path in the repository, below the folder of the release, wherever that lies; native
 * packages are in its node_modules. `.ts` reads `.mjs`, since no source is there.
 */
const placesOfRelease: Plugin = {
  ...ownPlaces,
  name: 'places-of-release',
  resolveId: source => (LEFT_OUTSIDE.includes(source) ? { id: source, external: true } : null),
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null
    const threaded = code.replaceAll(OF_A_THREAD, (_all, beside: string) => {
      const thread = this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${beside}.ts`) })
      return `new URL('${THREAD}${thread}', ${HERE})`
    })
    const path = relative(resolve('.'), id).replace(/\.ts$/, '.mjs')
    return {
      code: threaded
        .replaceAll('import.meta.url', JSON.stringify(`${ROOTED}${path}`))
        .replaceAll(HERE, 'import.meta.url'),
      map: null,
    }
  },
  renderChunk(code, chunk) {
    const root = chunk.fileName.includes('/') ? '../../' : '../'
    const rooted = code.replaceAll(
      ROOTED_NAMED,
      (_all, path: string) => `new URL(${JSON.stringify(root + path)}, import.meta.url).href`,
    )
    const named = rooted.replaceAll(THREAD_NAMED, (_all, program: string) => {
      const path = posix.relative(posix.dirname(chunk.fileName), this.getFileName(program))
      return path.startsWith('.') ? path : `./${path}`
    })
    return { code: named, map: null }
  },
}

/**
 * Bundles TypeScript programs with all that they import into a folder: `<name>.mjs` for each, and one copy of what they share. Source maps
 * lie beside them: with `--enable-source-maps`, as startChild runs them, a stack names files and lines as they are written.
 */
export async function bundlePrograms(
  sources: Readonly<Record<string, string>>,
  folder: string,
  isRelease = false,
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [isRelease ? placesOfRelease : ownPlaces],
    build: {
      ssr: true,
      outDir: resolve(folder),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, resolve(file)])),
        external: ABSENT,
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name].mjs', sourcemapExcludeSources: true },
      },
    },
    ssr: { noExternal: true },
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isRelease = process.argv[2] === RELEASE
  const [folder = '', ...named] = process.argv.slice(isRelease ? 3 : 2)
  // written by programs.ts and pack-release.ts
  await bundlePrograms(Object.fromEntries(named.map(each => each.split('=', 2) as [string, string])), folder, isRelease)
}
