import { expect, test } from 'vitest'
import { distinctLines } from './distinct-lines.ts'

test('lines of an answer that have equal names say their ids, others do not; nor does a line of those without any', () => {
  const line = (key: string, title: string) => ({ key, title, detail: null, link: `/${key}` })
  expect(
    distinctLines('Source', [
      line('12', 'US adults'),
      line('7', 'UK adults'),
      line('31', 'US adults'),
      line('null', 'UK adults'),
    ]),
  ).toEqual([
    { key: '12', title: 'US adults', detail: 'Source 12', link: '/12' },
    { key: '7', title: 'UK adults', detail: 'Source 7', link: '/7' },
    { key: '31', title: 'US adults', detail: 'Source 31', link: '/31' },
    { key: 'null', title: 'UK adults', detail: null, link: '/null' },
  ])
})
