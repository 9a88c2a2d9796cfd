import { expect, test } from 'vitest'
import { urlReadings } from './url-readings.ts'

const meets = (url: string) => urlReadings(url).map(({ isMet }) => isMet)

test('both readings show while typing: for new input, and for a stored URL (§5.1)', () => {
  expect([
    meets('https://a.example/[%RDUD%]'),
    meets('http://a.example/[%rdud%]'),
    meets('https://a.example/[%rdud%]'),
    meets('a.example'),
    meets('https://user:pass@a.example/[%RDUD%]'),
    meets('  '),
  ]).toEqual([[true, true], [false, true], [false, true], [false, false], [false, false], []])
})

test('faults have the rules’ own messages (§5.2, §5.3, §5.4)', () => {
  expect(
    ['a.example', 'http://a.example/[%RDUD%]', 'https://a.example'].map(url => urlReadings(url)[0]?.words),
  ).toEqual([
    'Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]',
    'Survey URL must begin with https://www.example.com/s?id=[%RDUD%] e.g. https://www.example.com/s?id=[%RDUD%]]',
    'Survey URL must include [%RDUD%], e.g. https://www.example.com/s?id=[%RDUD%]]',
  ])
})
