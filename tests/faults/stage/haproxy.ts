import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './started-program.ts'

/** HAProxy, which can go away and come back. */
export interface Haproxy {
  /** All that it wrote since it was started last. */
  readonly said: () => string
  start(): void
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it for good and removes its files. */
  remove(): Promise<void>
}

export function startHaproxy(configuration: string): Haproxy {
  const folder = mkdtempSync(join(tmpdir(), 'desk-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration)
  const start = () =>
    startProgram({
      file: process.env['HAPROXY'] ?? 'haproxy',
      args: ['-db', '-f', file],
      env: { PATH: process.env['PATH'] ?? '' },
      cwd: folder,
    })
  let haproxy = start()
  return {
    said: () => haproxy.said(),
    start() {
      haproxy = start()
    },
    kill: () => haproxy.kill(),
    async remove() {
      await haproxy.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

type Change = readonly [was: string | RegExp, is: string | ((found: string) => string)]

/**
 * Gives a configuration that `deploy/` ships, with the addresses of a test.
 * @throws Error when it has nothing of that form
 */
export function shipped(path: string, changes: readonly Change[]): string {
  let text = readFileSync(join('deploy', path), 'utf8')
  for (const [was, is] of changes) {
    if (text.search(was) < 0) throw new Error(`deploy/${path} has no ${was}.`)
    text = typeof is === 'string' ? text.replaceAll(was, () => is) : text.replaceAll(was, is)
  }
  return text
}

/** The lines of the first of several servers become those of a server at each of these ports. */
export function servers(name: string, ports: readonly Readonly<Record<number, number>>[]): Change {
  return [
    new RegExp(`^ *server ${name}1 .*$`, 'gm'),
    line =>
      ports
        .map((places, index) =>
          Object.entries(places).reduce(
            (text, [was, is]) => text.replace(new RegExp(`\\b${was}\\b`), String(is)),
            line.replaceAll(`${name}1`, `${name}${index + 1}`),
          ),
        )
        .join('\n'),
  ]
}
