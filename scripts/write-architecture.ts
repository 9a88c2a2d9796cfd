import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from '../tests/architecture/source-files.ts'
import { architecturePicture, withPicture } from './architecture-picture.ts'

const PAGE = join('docs', 'architecture.md')

writeFileSync(PAGE, withPicture(readFileSync(PAGE, 'utf8'), architecturePicture(sourceFiles())))
