import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSchemasText } from '../packages/api/src/answer-schemas.ts'
import { endpointTableText } from '../packages/api/src/endpoint-table.ts'
import { schemaModules } from './schema-modules.ts'

const API = join('apps', 'web', 'src', 'runtime', 'api')
const SCHEMAS = join(API, 'answer-schemas.ts')

writeFileSync(join(API, 'endpoint-table.ts'), endpointTableText())
writeFileSync(SCHEMAS, answerSchemasText(await schemaModules()))
execFileSync(join('node_modules', '.bin', 'oxfmt'), [SCHEMAS])
