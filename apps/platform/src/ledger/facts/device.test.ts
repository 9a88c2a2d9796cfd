import { expect, test } from 'vitest'
import { deviceOf, deviceWords } from './device.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'
const chromeOn = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ${mobile}Safari/537.36`

test.each([
  ['an iPhone', IPHONE, '', 2],
  ['a phone with Chrome', chromeOn('Linux; Android 10; K', 'Mobile '), '?1', 2],
  ['a phone with Firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', '', 2],
  ['a phone that says so in its hint alone', chromeOn('Linux; Android 10; K'), '?1', 2],
  ['Opera Mini', 'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10', '', 2],
  ['a tablet with Chrome', chromeOn('Linux; Android 10; K'), '?0', 3],
  ['a tablet with Firefox', 'Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0', '', 3],
  ['an iPad', IPAD, '', 3],
  [
    'a Fire tablet',
    'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/130.4 like Chrome/130.0.0.0 Safari/537.36',
    '',
    3,
  ],
  ['a desktop', chromeOn('Windows NT 10.0; Win64; x64'), '?0', 1],
  [
    'a desktop that takes a pen',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; Tablet PC 2.0)',
    '',
    1,
  ],
  [
    'a television',
    'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    '',
    1,
  ],
  [
    'a Fire TV',
    'Mozilla/5.0 (Linux; Android 7.1.2; AFTKA002) AppleWebKit/537.36 (KHTML, like Gecko) Silk/130.4 like Chrome/130.0.0.0 Safari/537.36',
    '?0',
    1,
  ],
  [
    'an iPad that asks for desktop pages',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    '',
    1,
  ],
  ['curl', 'curl/8.14.1', '', 1],
  ['nothing', '', '', 1],
  ['a hint that is none', '', 'yes', 1],
])('recognises %s by its headers (§3.29)', (_name, userAgent, mobileHint, device) => {
  expect(deviceOf(userAgent, mobileHint)).toBe(device)
})

test('reads a header of any length in linear time', () => {
  const since = performance.now()
  for (const text of ['Tablet '.repeat(2_000), 'KF'.repeat(8_000), 'Android'.repeat(2_000), '\u00ff'.repeat(16_000)])
    deviceOf(text, '')
  expect(performance.now() - since).toBeLessThan(1_000)
})

test('kinds of device are named in words (§3.29)', () => {
  expect([deviceWords([1]), deviceWords([1, 3]), deviceWords([1, 2, 3])]).toEqual([
    'Desktop',
    'Desktop or Tablet',
    'Desktop or Mobile or Tablet',
  ])
})
