import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSIONS_FILE, machineVersions, versionsText } from './machine-versions.ts'
import { diagramFiles } from '../packages/machines/tools/diagrams/diagram-files.ts'

const DIRECTORY = join('docs', 'machines')

mkdirSync(DIRECTORY, { recursive: true })
for (const { name, text } of diagramFiles()) writeFileSync(join(DIRECTORY, name), text)
writeFileSync(VERSIONS_FILE, versionsText(await machineVersions()))
