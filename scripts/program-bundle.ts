import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/** Loaded from where they are installed: native code. */
const LEFT_OUTSIDE = ['@node-rs/argon2']
const ABSENT = ['pg-native']

/** In a bundle, too, each module finds what lies beside it, and native packages are found from the module that asks for them. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!LEFT_OUTSIDE.includes(source) || importer === undefined) return null
    return { id: pathToFileURL(createRequire(importer).resolve(source)).href, external: true }
  },
  transform(code, id) {
    return id.endsWith('.ts') && code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null
  },
}

/**
 * Bundles TypeScript programs with all that they import into a folder: `<name>.mjs` for each, and one copy of what they share. Source maps
 * lie beside them: with `--enable-source-maps`, as startChild runs them, a stack names files and lines as they are written.
 */
export async function bundlePrograms(sources: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [ownPlaces],
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
  const [folder = '', ...named] = process.argv.slice(2)
  await bundlePrograms(Object.fromEntries(named.map(each => each.split('=', 2) as [string, string])), folder) // written by programs.ts
}
