import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiText } from '../packages/api/src/openapi.ts'

writeFileSync(join('docs', 'openapi.json'), openApiText())
