import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexText } from '../tests/pictures/index-text.ts'
import { SCREENS } from '../tests/pictures/screens.ts'
import { needProgram } from './debian-package.ts'
import { runCommand } from './run-command.ts'
import { buildWeb } from './web-build.ts'

// `pnpm pictures -g "the projects"` takes those of one test alone
await buildWeb()
const CHROMIUM = await needProgram(
  ['chromium-headless-shell', 'chromium', 'chromium-browser'],
  'chromium-headless-shell',
  'CHROMIUM',
)
const { code } = await runCommand(
  join('node_modules', '.bin', 'playwright'),
  ['test', '--config', join('pictures', 'playwright.config.ts'), '--reporter=list', ...process.argv.slice(2)],
  { show: true, cwd: 'tests', env: { CHROMIUM } },
)
writeFileSync(join('docs', 'pictures', 'README.md'), indexText(SCREENS))
process.exit(code)
