import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverSettings } from '../../scripts/settings-page.ts'
import { ROOT } from './source-files.ts'

const UNITS = readdirSync(join(ROOT, 'deploy', 'systemd')).filter(name => name.endsWith('.service'))
const has = (command: string): boolean => spawnSync('which', [command]).status === 0
const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

test.skipIf(!has('systemd-analyze')).each(UNITS)('%s exposes little to its machine (operate.md §2)', unit => {
  const { stdout, stderr, status } = spawnSync('systemd-analyze', [
    'security',
    '--offline=true',
    '--threshold=30',
    join(ROOT, 'deploy', 'systemd', unit),
  ])
  expect([status, status === 0 ? '' : `${stderr}${stdout}`]).toEqual([0, ''])
})

test.skipIf(!has('haproxy')).each(['haproxy.cfg', 'database.cfg'])('HAProxy takes %s', name => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(ROOT, 'deploy', 'haproxy', name)])
  expect([status, status === 0 ? '' : stderr.toString()]).toEqual([0, ''])
})

test('each variable that the examples set is a setting of the servers', () => {
  const known = new Set(serverSettings().map(({ name }) => name))
  const named = [
    ...read('deploy', 'systemd', 'desk.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm),
    ...(/environment:\n {6}ENVIRONMENT[\s\S]*?\n\n/.exec(read('compose.yaml'))?.[0] ?? '').matchAll(
      /^ {6}([A-Z_]+):/gm,
    ),
  ].map(([, name = '']) => name)
  expect([named.length > 12, named.filter(name => !known.has(name))]).toEqual([true, []])
})

test('compose takes from .env what the example names', () => {
  const wanted = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
  const given = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect([...new Set(wanted)].toSorted()).toEqual(given.toSorted())
})

test('each metric that dashboard and alert rules ask for exists (operate.md §2)', () => {
  const metrics = [
    read('apps', 'platform', 'src', 'kernel', 'metrics', 'platform-metrics.ts'),
    read('apps', 'gateway', 'src', 'kernel', 'metrics.ts'),
  ].join('\n')
  const known = new Set([...metrics.matchAll(/'(desk_\w+)'/g)].map(([, name = '']) => name))
  const asked = [read('deploy', 'prometheus', 'alerts.yml'), read('deploy', 'grafana', 'desk.json')].flatMap(text =>
    [...text.matchAll(/\bdesk_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')),
  )
  expect([asked.length > 15, asked.filter(name => !known.has(name))]).toEqual([true, []])
})
