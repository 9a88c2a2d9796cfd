import { expect, test } from 'vitest'
import { readHeaderList } from './header-list.ts'

test('a list of headers is read as OpenTelemetry writes it', () => {
  expect(['authorization=Bearer%20abc, X-Team=desk', 'a=b=c', 'a='].map(readHeaderList)).toEqual([
    { authorization: 'Bearer abc', 'x-team': 'desk' },
    { a: 'b=c' },
    { a: '' },
  ])
})

test('what cannot be sent as a header is no list', () => {
  const lists = ['', 'a', '=b', 'a b=c', 'a=%', 'a=b%0d%0aHost:x', 'a=b,', 'Content-Length=1', 'host=x']
  expect(lists.map(readHeaderList)).toEqual(lists.map(() => null))
})
