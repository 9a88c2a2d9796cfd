import { posix } from 'node:path'
import type { SourceFile } from '../tests/architecture/source-files.ts'

/** A room of the house: a package, or a folder of an app. */
interface Room {
  /** `packages/schema`, `apps/web/ui`. */
  readonly path: string
  readonly building: string
  readonly name: string
}

const IS_TEST = /\.(test|db\.test|component\.test|e2e)\.tsx?$|\/testing\//

/** The room of a file; undefined for code that is not shipped. */
export function roomOf(path: string): string | undefined {
  const packaged = /^packages\/([^/]+)\/src\//.exec(path)
  if (packaged !== null) return `packages/${packaged[1]}`
  const [, app, folder] = /^apps\/([^/]+)\/src\/(?:([^/]+)\/)?[^/]*/.exec(path) ?? []
  if (app === undefined) return undefined
  return `apps/${app}/${folder ?? 'main'}`
}

/** The file or folder that an import leads to, from the root; undefined for a library. */
function targetOf(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  const [, app] = /^apps\/([^/]+)\//.exec(from) ?? []
  if (name.startsWith('#') && app !== undefined) return `apps/${app}/src/${name.slice(1)}`
  const [, owner, path] = /^@desk\/([^/]+)\/(.+)$/.exec(name) ?? []
  if (owner === undefined) return undefined
  return ['web', 'platform', 'gateway'].includes(owner) ? `apps/${owner}/src/${path}` : `packages/${owner}/src/${path}`
}

/** The imports between rooms, from all shipped code. */
export function arrowsOf(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = roomOf(path)
    if (from === undefined || IS_TEST.test(path)) continue
    const known = arrows.get(from) ?? new Set<string>()
    arrows.set(from, known)
    for (const name of imports) {
      const target = targetOf(path, name)
      const to = target === undefined || IS_TEST.test(target) ? undefined : roomOf(target)
      if (to !== undefined && to !== from) known.add(to)
    }
  }
  return arrows
}

/** Every room that a room imports, over however many others. */
export function reachedFrom(room: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...(arrows.get(room) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...(arrows.get(next) ?? []))
  }
  return reached
}

/** The arrows that no longer path implies (the transitive reduction), which keep the picture readable without losing anything. */
export function fewestArrows(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly [string, string])[] {
  const reached = new Map([...arrows.keys()].map(room => [room, reachedFrom(room, arrows)]))
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) ?? false
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter(to => ![...targets].some(over => over !== to && reaches(over, to) && !reaches(over, from)))
      .map(to => [from, to] as const),
  )
}

const idOf = (path: string): string => path.replaceAll(/[^a-z]/g, '_')

function buildingsOf(rooms: readonly string[]): ReadonlyMap<string, readonly Room[]> {
  const buildings = new Map<string, Room[]>()
  for (const path of rooms.toSorted()) {
    const parts = path.split('/')
    const building = parts.slice(0, -1).join('/')
    buildings.set(building, [...(buildings.get(building) ?? []), { path, building, name: parts.at(-1) ?? path }])
  }
  return buildings
}

/**
 * The house as a Mermaid flowchart: a box for each building, a node for each room, an arrow from each importing room to
 * the imported one.
 */
export function architecturePicture(files: readonly SourceFile[]): string {
  const arrows = arrowsOf(files)
  const rooms = [...new Set([...arrows].flatMap(([from, targets]) => [from, ...targets]))]
  const boxes = [...buildingsOf(rooms)].flatMap(([building, inside]) => [
    `  subgraph ${idOf(building)}["${building}"]`,
    ...inside.map(({ path, name }) => `    ${idOf(path)}["${name}"]`),
    '  end',
  ])
  const lines = fewestArrows(arrows)
    .map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)
    .toSorted()
  return ['```mermaid', 'flowchart TB', ...boxes, ...lines, '```'].join('\n')
}

const BEGIN = '<!-- picture: written by scripts/write-architecture.ts from the imports -->'
const END = '<!-- end of the picture -->'

/** The page with the picture between its two marks drawn again. */
export function withPicture(page: string, picture: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`The page has no "${BEGIN}" … "${END}"`)
  return `${before}${BEGIN}\n${picture}\n${END}${after}`
}
