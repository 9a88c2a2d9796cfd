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

  test('in the web client screens never meet, and only runtime/ opens the network, storage or tabs', () => {
    const web = files.filter(file => file.path.startsWith('apps/web/src/') && !isTest(file.path))
    const meeting = web.flatMap(file => {
      const own = /^apps\/web\/src\/screens\/([^/]+)\//.exec(file.path)?.[1]
      if (!own) return []
      return file.imports
        .filter(name => name.startsWith('.'))
        .map(name => join(file.path, '..', name))
        .filter(path => path.startsWith('apps/web/src/screens/') && !path.startsWith(`apps/web/src/screens/${own}/`))
        .map(path => `${file.path} imports ${path}`)
    })
    const climbing = web
      .filter(file => file.path.startsWith('apps/web/src/ui/'))
      .flatMap(file =>
        file.imports
          .filter(name => /\/(runtime|screens|shell|router|widgets)\//.test(join('/', file.path, '..', name)))
          .map(name => `${file.path} imports ${name}`),
      )
    const io = web
      .filter(file => !/^apps\/web\/src\/(runtime|router\/routeTree)/.test(file.path))
      .filter(file =>
        /\b(fetch\(|new WebSocket|new BroadcastChannel|localStorage\.|sessionStorage\.|indexedDB\.)/.test(file.text),
      )
      .map(file => file.path)
    expect({ meeting, climbing, io }).toEqual({ meeting: [], climbing: [], io: [] })
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
