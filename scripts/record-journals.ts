import { join } from 'node:path'
import { MACHINES_OF_THE_BROWSER, comparedIn, isOfToday, keptJournals } from '../tests/journals/kept-journals.ts'
import { RECORDINGS, recordingName, type Recording } from '../tests/journals/recordings.ts'
import { needProgram } from './debian-package.ts'
import { runCommand } from './run-command.ts'
import { buildWeb } from './web-build.ts'

/** Journals of this test that all machines of today made. */
const ofToday = ({ spec, title }: Recording): readonly string[] =>
  keptJournals()
    .filter(kept => kept.file.startsWith(recordingName(spec, title)) && isOfToday(kept))
    .map(({ file }) => file)

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Records the journals of RECORDINGS whose machines have changed since, beside the stored ones; none is written over.
 */
async function main(): Promise<number> {
  const wanted = RECORDINGS.filter(recording => ofToday(recording).length === 0)
  if (wanted.length === 0) {
    console.log('Every recording is of today’s machines.')
    return 0
  }
  await buildWeb()
  const chromium = await needProgram(
    ['chromium-headless-shell', 'chromium', 'chromium-browser'],
    'chromium',
    'CHROMIUM',
  )
  const specs = [...new Set(wanted.map(({ spec }) => join('e2e', `${spec}.e2e.ts`)))]
  const { code } = await runCommand(
    join('node_modules', '.bin', 'playwright'),
    ['test', '--reporter=list', ...specs, '-g', wanted.map(({ title }) => literally(title)).join('|')],
    {
      show: true,
      cwd: 'tests',
      env: { CHROMIUM: chromium, RECORD_JOURNALS: '1' },
    },
  )
  for (const recording of wanted)
    console.log(
      `${recording.spec} › ${recording.title}\n${
        ofToday(recording)
          .map(file => `  ${file}\n`)
          .join('') || '  NOT RECORDED\n'
      }`,
    )
  const compared = new Set(keptJournals().flatMap(kept => [...comparedIn(kept)]))
  const missing = MACHINES_OF_THE_BROWSER.filter(name => !compared.has(name))
  if (missing.length > 0)
    console.log(`No recording compares ${missing.join(', ')}: add one that does to tests/journals/recordings.ts.`)
  return code === 0 && missing.length === 0 && wanted.every(recording => ofToday(recording).length > 0) ? 0 : 1
}

process.exitCode = await main()
