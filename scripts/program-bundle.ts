import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/** Loaded from where they are installed: native code. */
const LEFT_OUTSIDE = ['@node-rs/argon2']
const ABSENT = ['pg-native']

/** In the one file, too, each module finds what lies beside it, and native packages are found from the module that asks for them. */
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
 * Makes one file of a TypeScript program with all that it imports, which starts several times faster than its sources through tsx; gives the
 * file's path. What is in the folder already stays: a folder is for one state of the sources.
 */
export async function bundleProgram(file: string, folder: string): Promise<string> {
  const bundle = resolve(folder, `${basename(dirname(resolve(file, '..')))}-${basename(file, '.ts')}.mjs`)
  if (existsSync(bundle)) return bundle
  const made = join(folder, `making-${process.pid}-${basename(bundle)}`)
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [ownPlaces],
    build: {
      ssr: resolve(file),
      outDir: made,
      target: 'node20',
      minify: false,
      rolldownOptions: { external: ABSENT, output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  })
  // others may make the same at once
  renameSync(join(made, 'program.mjs'), bundle)
  rmSync(made, { recursive: true, force: true })
  return bundle
}
