import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFiles, projectFiles } from './changed-files.ts'
import { chooseTests } from './choose-tests.ts'
import { ImportGraph } from './import-graph.ts'

const FILES: Readonly<Record<string, string>> = {
  'packages/schema/package.json': `{ "name": "@desk/schema", "exports": { "./*": "./src/*.ts" } }`,
  'packages/schema/src/money.ts': `export const cents = 1`,
  'packages/schema/src/money.test.ts': `import { cents } from './money.ts'`,
  'packages/schema/src/shape.ts': `export interface Shape { readonly a: 1 }`,
  'apps/web/package.json': `{ "name": "@desk/web", "imports": { "#features/*": "./src/features/*" } }`,
  'apps/web/src/main.tsx': `import './app/router.ts'`,
  'apps/web/src/app/router.ts': `const page = () => import('#features/suppliers/list.tsx'); import '#features/sources/table.tsx'`,
  'apps/web/src/features/suppliers/list.tsx': `import type { Shape } from '@desk/schema/shape'; import './list.css'`,
  'apps/web/src/features/suppliers/list.css': `.list {}`,
  'apps/web/src/features/sources/table.tsx': `export { cents } from '@desk/schema/money'`,
  'apps/web/src/features/sources/table.test.tsx': `import './table.tsx'`,
  'apps/web/src/features/sources/table.component.test.tsx': `import './testing/sample.ts'; import './table.tsx'`,
  'apps/web/src/features/sources/testing/sample.ts': `export {}`,
  'apps/web/vitest.config.ts': `export {}`,
  'apps/platform/src/testing/study.ts': `export {}`,
  'apps/platform/src/app/server.ts': `import '../nouns/suppliers/suppliers.store.ts'; import '../kernel/db.ts'`,
  'apps/platform/src/kernel/db.ts': `export const db = 1`,
  'apps/platform/src/nouns/suppliers/suppliers.store.ts': `export const store = 1`,
  'apps/platform/src/nouns/sources/sources.db.test.ts': `import '../suppliers/suppliers.store.ts'`,
  'scripts/start.ts': `export const programs = ['apps/platform/src/app/server.ts']`,
  'tests/faults/f1.db.test.ts': `import '../../scripts/start.ts'`,
  'tests/architecture/house.test.ts': `export {}`,
  'tests/e2e/desk/desk.ts': `import '../../../apps/platform/src/app/server.ts'`,
  'tests/e2e/suppliers.e2e.ts': `import './desk/desk.ts'; const name = 'New supplier'`,
  'tests/e2e/session.e2e.ts': `import '../../apps/platform/src/testing/study.ts'; import './desk/desk.ts'; import './desk/form.ts'; const name = 'Sign in'`,
  'tests/e2e/desk/form.ts': `export {}`,
  'tests/contract/openapi.test.ts': `const page = 'docs/openapi.json'`,
  'docs/openapi.json': `{}`,
  'docs/scale.md': `How it scales`,
}

let root: string
let graph: ImportGraph
let files: readonly string[]

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example', ...args], { cwd: root })

beforeAll(() => {
  mkdirSync('.tmp', { recursive: true })
  root = mkdtempSync(join('.tmp', 'changed-'))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  mkdirSync(join(root, 'node_modules', '@desk'), { recursive: true })
  symlinkSync('../../packages/schema', join(root, 'node_modules', '@desk', 'schema'))
  writeFileSync(join(root, '.gitignore'), 'node_modules\n')
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=first')
  files = projectFiles(root)
  graph = new ImportGraph(root, files)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const chosen = (...changed: readonly string[]) => chooseTests(changed, files, graph)

test('a module reaches the tests that import it, across packages by name, and what reads the sources themselves', () => {
  expect(chosen('packages/schema/src/money.ts').vitest).toEqual([
    'apps/web/src/features/sources/table.component.test.tsx',
    'apps/web/src/features/sources/table.test.tsx',
    'packages/schema/src/money.test.ts',
    'tests/architecture/house.test.ts',
  ])
})

test('a program that a test starts by its path is reached, and all that it imports', () => {
  expect(chosen('apps/platform/src/kernel/db.ts').vitest).toEqual([
    'tests/architecture/house.test.ts',
    'tests/faults/f1.db.test.ts',
  ])
})

test('types alone reach no test: the types lane runs each time', () => {
  expect(chosen('packages/schema/src/shape.ts').vitest).toEqual(['tests/architecture/house.test.ts'])
})

test('a change within a noun, on either side of the wire, reaches the browser tests that speak of it', () => {
  expect(chosen('apps/web/src/features/suppliers/list.tsx').browser).toEqual(['tests/e2e/suppliers.e2e.ts'])
  expect(chosen('apps/web/src/features/suppliers/list.css').browser).toEqual(['tests/e2e/suppliers.e2e.ts'])
  expect(chosen('apps/platform/src/nouns/suppliers/suppliers.store.ts').browser).toEqual(['tests/e2e/suppliers.e2e.ts'])
})

test('in doubt all browser tests run: for code that several nouns use, and code that puts them together', () => {
  expect(chosen('apps/platform/src/kernel/db.ts').browser).toBe('all')
  expect(chosen('apps/web/src/app/router.ts').browser).toBe('all')
  expect(chosen('packages/schema/src/money.ts').browser).toBe('all')
  expect(chosen('tests/playwright.config.ts').browser).toBe('all')
})

test('a helper of browser tests reaches those that import it', () => {
  expect(chosen('tests/e2e/desk/form.ts').browser).toEqual(['tests/e2e/session.e2e.ts'])
})

test('what tests alone import reaches those that do, and no desk', () => {
  expect(chosen('apps/web/src/features/sources/testing/sample.ts')).toEqual({
    vitest: ['apps/web/src/features/sources/table.component.test.tsx', 'tests/architecture/house.test.ts'],
    browser: [],
  })
  expect(chosen('apps/platform/src/testing/study.ts').browser).toEqual(['tests/e2e/session.e2e.ts'])
})

test('what component tests are run by reaches them all, and no desk', () => {
  expect(chosen('apps/web/vitest.config.ts')).toEqual({
    vitest: ['apps/web/src/features/sources/table.component.test.tsx', 'tests/architecture/house.test.ts'],
    browser: [],
  })
})

test('a file that is no source reaches the tests that name it, prose that no test reads reaches none', () => {
  expect(chosen('docs/openapi.json').vitest).toEqual(['tests/contract/openapi.test.ts'])
  expect(chosen('docs/scale.md')).toEqual({ vitest: [], browser: [] })
})

test('a file that everything needs reaches all, and so does a file with unknown readers', () => {
  expect(chosen('pnpm-lock.yaml')).toEqual({ vitest: 'all', browser: 'all' })
  expect(chosen('scripts/lanes/lane-files.ts')).toEqual({ vitest: 'all', browser: 'all' })
  expect(chosen('apps/web/package.json')).toEqual({ vitest: 'all', browser: 'all' })
  expect(chosen('packages/schema/src/list-of-words.bin')).toEqual({ vitest: 'all', browser: 'all' })
})

test('changed is what differs from main, committed or not; on main itself, what the last commit changed', () => {
  git('checkout', '--quiet', '-b', 'work')
  writeFileSync(join(root, 'scripts/start.ts'), `export {}`)
  git('commit', '--quiet', '--all', '--message=second')
  writeFileSync(join(root, 'docs/scale.md'), `Otherwise`)
  writeFileSync(join(root, 'docs/new.md'), `New`)
  expect(changedFiles(root).toSorted()).toEqual(['docs/new.md', 'docs/scale.md', 'scripts/start.ts'])
  git('add', '.')
  git('commit', '--quiet', '--message=third')
  git('branch', '--force', 'main')
  expect(changedFiles(root).toSorted()).toEqual(['docs/new.md', 'docs/scale.md'])
})
