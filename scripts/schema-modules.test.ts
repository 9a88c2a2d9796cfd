import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST_CALLS } from '../apps/web/src/runtime/api/first-calls.ts'
import { answerSchemasTexts } from '../packages/api/src/answer-schemas.ts'
import { schemaModules } from './schema-modules.ts'

const ROOT = join(import.meta.dirname, '..')

const API = join(ROOT, 'apps', 'web', 'src', 'runtime', 'api')
const written = (file: string) => readFileSync(join(API, file), 'utf8')
const formatted = (file: string, text: string) =>
  execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), ['--stdin-filepath', file], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  })

test('the browser’s schemas of answers are those of the contract; after a change of it, run `pnpm exec tsx scripts/write-endpoint-table.ts`', async () => {
  const { first, all } = answerSchemasTexts(await schemaModules(), FIRST_CALLS)
  expect({ first: written('first-answer-schemas.ts'), all: written('answer-schemas.ts') }).toEqual({
    first: formatted('first-answer-schemas.ts', first),
    all: formatted('answer-schemas.ts', all),
  })
})
