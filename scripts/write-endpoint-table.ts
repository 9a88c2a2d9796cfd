import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpointTableText } from '../packages/api/src/endpoint-table.ts'

writeFileSync(join('apps', 'web', 'src', 'runtime', 'api', 'endpoint-table.ts'), endpointTableText())
