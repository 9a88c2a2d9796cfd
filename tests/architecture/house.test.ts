import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './source-files.ts'

const files = sourceFiles().filter(file => !file.path.endsWith('.gen.ts'))
const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$|\/testing\//.test(path)

/** Which of the house's packages each room may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/schema': [],
  'packages/machines': ['schema'],
  'packages/api': ['schema'],
  'apps/platform': ['schema', 'machines', 'api'],
  'apps/gateway': ['schema', 'api'],
  'apps/web': ['schema', 'machines', 'api'],
}

const WEB = 'apps/web/src/'
const web = files.filter(file => file.path.startsWith(WEB) && !isTest(file.path))

/** Which rooms of the web client each of them may import; a feature imports no other feature. */
const WEB_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  app: ['features', 'kit', 'runtime', 'ui'],
  features: ['kit', 'runtime', 'ui'],
  kit: ['runtime', 'ui'],
  runtime: ['ui'],
  ui: [],
}

/** The path of an import inside the web client, from its src/; null for a library or a package. */
function webPath(from: string, name: string): string | null {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? join(from, '..', name).slice(WEB.length) : null
}

describe('the house', () => {
  test('rooms import only the floors below them, by package name', () => {
    const wrong = Object.entries(MAY_IMPORT).flatMap(([room, allowed]) =>
      files
        .filter(file => file.path.startsWith(`${room}/`))
        .flatMap(file =>
          file.imports
            .filter(name => name.startsWith('@desk/') && !name.startsWith(`@desk/${room.split('/')[1]}/`))
            .filter(name => !allowed.includes(name.split('/')[1] ?? ''))
            .map(name => `${file.path} imports ${name}`),
        ),
    )
    expect(wrong).toEqual([])
  })

  test('samples, paths, mutants and diagrams reach no build: nothing that ships imports packages/machines/tools', () => {
    const isShipped = (path: string): boolean =>
      /^(apps|packages)\//.test(path) && !path.startsWith('packages/machines/tools/') && !isTest(path)
    const wrong = files
      .filter(({ path }) => isShipped(path))
      .flatMap(({ path, imports }) =>
        imports.filter(name => /(^|\/)tools\//.test(name)).map(name => `${path} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('no relative import climbs over a package’s wall', () => {
    const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/')
    const climbs = files
      .filter(file => /^(apps|packages)\//.test(file.path))
      .flatMap(file =>
        file.imports
          .filter(name => name.startsWith('.'))
          .filter(name => roomOf(join(file.path, '..', name)) !== roomOf(file.path))
          .map(name => `${file.path} imports ${name}`),
      )
    expect(climbs).toEqual([])
  })

  test('in the web client each room imports only those below it, and features never meet', () => {
    const wrong = web.flatMap(file => {
      const [room = '', feature] = file.path.slice(WEB.length).split('/')
      const allowed = WEB_MAY_IMPORT[room]
      if (allowed === undefined) return []
      return file.imports
        .map(name => webPath(file.path, name))
        .filter(path => path !== null)
        .filter(path => {
          const [toRoom = '', toFeature] = path.split('/')
          const isOwn = toRoom === room && (room !== 'features' || toFeature === feature)
          return !isOwn && !allowed.includes(toRoom)
        })
        .map(path => `${file.path} imports ${path}`)
    })
    expect(wrong).toEqual([])
    const rooms = new Set(web.map(file => file.path.slice(WEB.length).split('/')[0] ?? ''))
    expect([...rooms].toSorted()).toEqual(
      [...Object.keys(WEB_MAY_IMPORT), 'main.tsx', 'supplier-statements.tsx', 'verify-statement.tsx'].toSorted(),
    )
  })

  test('in the web client only runtime/ opens the network, storage or tabs', () => {
    const io = web
      .filter(file => !file.path.startsWith(`${WEB}runtime/`))
      .filter(file =>
        /\b(fetch\(|new WebSocket|new BroadcastChannel|localStorage\.|sessionStorage\.|indexedDB\.)/.test(file.text),
      )
      .map(file => file.path)
    expect(io).toEqual([])
  })

  test('a desk is passed by context: main.tsx creates the live one, the recorded desk is the only other, and no module holds one', () => {
    const makers = web
      .filter(file => /\b(?<!function )(createDesk|browserPorts)\(/.test(file.text))
      .map(file => file.path)
    expect(makers).toEqual([`${WEB}main.tsx`, `${WEB}runtime/recorded/create-recorded-desk.ts`])
    const held = web.filter(file => /^(export )?(const|let) desk\b/m.test(file.text)).map(file => file.path)
    expect(held).toEqual([])
  })

  test('machines perform nothing: no invoke, no after, no clock, no chance', () => {
    const performing = files
      .filter(file => file.path.startsWith('packages/machines/src/') && file.path.endsWith('.machine.ts'))
      .filter(file =>
        /\b(invoke|after)\s*:|fromPromise|fromCallback|Date\.now|new Date\(\)|Math\.random|performance\.now/.test(
          file.text,
        ),
      )
      .map(file => file.path)
    expect(performing).toEqual([])
  })

  test('each opener of a PostgreSQL connection listens for its end: without a listener, a broken one ends the process', () => {
    const deaf = files
      .filter(file => /new pg\.(?:Client|Pool)\(/.test(file.text) && !/\.on\('error'/.test(file.text))
      .map(file => file.path)
    expect(deaf).toEqual([])
  })

  test('there are no barrels, no utils, and no ignored type errors', () => {
    const barrels = files
      .filter(file => /(^|\/)index\.tsx?$/.test(file.path) && /export\s+(\*|\{[^}]*\})\s+from/.test(file.text))
      .map(file => file.path)
    const utils = files
      .filter(file => /(^|\/)(utils?|helpers?|misc)(\/|\.tsx?$)/.test(file.path))
      .map(file => file.path)
    const ignored = files
      .filter(file => /@ts-(ignore|nocheck)/.test(file.text.replaceAll(/\/@ts-\(.*/g, '')))
      .map(file => file.path)
    expect({ barrels, utils, ignored }).toEqual({ barrels: [], utils: [], ignored: [] })
  })

  test('every law names the test that proves it, and that test is there', () => {
    const laws = [
      ...readFileSync(join(ROOT, 'docs', 'laws.md'), 'utf8').matchAll(
        /`((?:packages|apps|tests)\/[^`]+\.(?:test|e2e)\.tsx?)`/g,
      ),
    ].map(match => match[1] ?? '')
    expect(laws.length).toBeGreaterThanOrEqual(8)
    expect(laws.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
