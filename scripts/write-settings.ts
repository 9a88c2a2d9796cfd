import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPage } from './settings-page.ts'

writeFileSync(join('docs', 'settings.md'), settingsPage())
