import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSchemasTexts } from '../packages/api/src/answer-schemas.ts'
import { endpointTableText, firstEndpointTableText, routeWordsText } from '../packages/api/src/endpoint-table.ts'
import { FIRST_CALLS, STARTING_CALLS } from '../apps/web/src/runtime/api/first-calls.ts'
import { schemaModules } from './schema-modules.ts'

const API = join('apps', 'web', 'src', 'runtime', 'api')
const FIRST = join(API, 'first-answer-schemas.ts')
const FIRST_TABLE = join(API, 'first-endpoint-table.ts')
const ALL = join(API, 'answer-schemas.ts')

writeFileSync(join(API, 'endpoint-table.ts'), endpointTableText())
writeFileSync(FIRST_TABLE, firstEndpointTableText(STARTING_CALLS))
writeFileSync(join('packages', 'api', 'src', 'route-words.ts'), routeWordsText())
const { first, all } = answerSchemasTexts(await schemaModules(), FIRST_CALLS)
writeFileSync(FIRST, first)
writeFileSync(ALL, all)
execFileSync(join('node_modules', '.bin', 'oxfmt'), [FIRST, ALL, FIRST_TABLE])
