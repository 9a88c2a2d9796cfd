import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withOwnLazyRoute } from '../../apps/web/own-lazy-routes.ts'
import { sourceFiles } from './source-files.ts'

const WAYS = new Set(['lazyPart', 'lazyBetter', 'lazyOverlay', 'loadable'])
/** For developers: no build has it. */
const LEFT_OUT = new Set(["apps/web/src/main.tsx imports '#runtime/inspect.ts'"])

interface Node {
  readonly type: string
  readonly callee?: { readonly name?: string }
  readonly source?: { readonly raw?: string }
}

/** The dynamic imports below a node outside all of the ways. */
function bareImports(node: unknown, path: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, source } = node as Node // of an ESTree node, or of a list of them
  if (type === 'CallExpression' && callee?.name !== undefined && WAYS.has(callee.name)) return []
  const here = type === 'ImportExpression' ? [`${path} imports ${source?.raw ?? '?'}`] : []
  return [...here, ...Object.values(node).flatMap(child => bareImports(child, path))]
}

const web = sourceFiles().filter(
  ({ path }) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/testing\/|\.gen\.ts$/.test(path),
)

test('whatever the client loads later is asked for again when it did not come: every dynamic import goes through ui/lazy, and nothing through React’s lazy, which keeps a failure for good (B8)', () => {
  const bare = web.flatMap(({ path, text }) =>
    text.includes('import(') ? bareImports(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), path) : [],
  )
  const reacts = web
    .filter(({ text }) => /import\s*\{[^}]*\blazy\b[^}]*\}\s*from\s*'react'/.test(text))
    .map(({ path }) => path)
  expect({ bare: bare.filter(found => !LEFT_OUT.has(found)), reacts }).toEqual({ bare: [], reacts: [] })
  expect(web.filter(({ text }) => text.includes('lazyOverlay(')).length).toBeGreaterThan(5)
})

test('the router’s pages go the same way: none keeps a failed page, or reloads the document by itself (§2.1)', () => {
  const route = `import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';\nimport { x } from './x.ts';\ncreateFileRoute('/a')({ component: lazyRouteComponent($$importer, 'component') })`
  const lines = withOwnLazyRoute(route)?.split('\n') ?? []
  expect(lines[0]).toMatch(/^import \{ lazyRouteComponent \} from ".*\/src\/app\/lazy-route\.ts"$/)
  expect(lines.slice(1, 3)).toEqual([
    `import { createFileRoute } from '@tanstack/react-router'`,
    `import { x } from './x.ts';`,
  ])
  expect(withOwnLazyRoute(`import { redirect } from '@tanstack/react-router'`)).toBeNull()
  expect(() =>
    withOwnLazyRoute(`import * as router from '@tanstack/react-router'\nrouter.lazyRouteComponent(importer)`),
  ).toThrow(/no longer imports lazyRouteComponent/)
  expect(
    web
      .filter(({ path, text }) => path !== 'apps/web/src/app/lazy-route.ts' && text.includes('lazyRouteComponent'))
      .map(({ path }) => path),
  ).toEqual([])
})
