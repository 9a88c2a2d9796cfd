import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  /** The older form. */
  readonly licenses?: readonly { readonly type: string }[]
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // npm's own format

/** Where Node finds a dependency of a package; null: it is not installed. */
function folderOf(dependency: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', dependency)
    if (existsSync(join(found, 'package.json'))) return realpathSync(found)
    if (folder === dirname(folder)) return null
  }
}

/** All packages that this repository ships with, transitive ones included, by their folders. */
export function shippedPackages(root: string): ReadonlyMap<string, Manifest> {
  const found = new Map<string, Manifest>()
  const add = (folder: string): void => {
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
      const dependency = name.startsWith('@desk/') ? null : folderOf(name, realpathSync(folder))
      if (dependency === null || found.has(dependency)) continue
      found.set(dependency, manifestIn(dependency))
      add(dependency)
    }
  }
  for (const room of ['apps', 'packages']) for (const name of readdirSync(join(root, room))) add(join(root, room, name))
  return found
}

export const licenceOf = ({ license, licenses }: Manifest): string =>
  license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none'

/** The list of a release's parts, as CycloneDX 1.6. */
export function bomOf(root: string, version: string): object {
  const components = [...shippedPackages(root).values()]
    .map(manifest => ({
      type: 'library',
      name: manifest.name,
      version: manifest.version,
      purl: `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`,
      licenses: [{ license: { name: licenceOf(manifest) } }],
    }))
    .toSorted((one, other) => (one.purl < other.purl ? -1 : 1))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'sample-desk', version, licenses: [{ license: { id: 'Apache-2.0' } }] },
    },
    components,
  }
}
