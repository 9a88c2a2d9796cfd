import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerSchemasText } from '../packages/api/src/answer-schemas.ts'
import { schemaModules } from './schema-modules.ts'

const ROOT = join(import.meta.dirname, '..')

test('the browser’s schemas of answers are those of the contract; after a change of it, run `pnpm exec tsx scripts/write-endpoint-table.ts`', async () => {
  const written = readFileSync(join(ROOT, 'apps', 'web', 'src', 'runtime', 'api', 'answer-schemas.ts'), 'utf8')
  const formatted = execFileSync(
    join(ROOT, 'node_modules', '.bin', 'oxfmt'),
    ['--stdin-filepath', 'answer-schemas.ts'],
    {
      cwd: ROOT,
      input: answerSchemasText(await schemaModules()),
      encoding: 'utf8',
    },
  )
  expect(written).toBe(formatted)
})
