import { describe, expect, test } from 'vitest'
import { personalLink, personalLinkKey, readPersonalLink } from './personal-link.ts'

const key = personalLinkKey('a secret')
const HEX = '0193f0d0aaaa7bbb8cccdddddddddddd'
const ANN = { accountId: 7, sourceId: 12, rid: 'ann & bob', hex: HEX }
const signedOf = (link: string): string => new URL(link, 'https://desk.example').searchParams.get('ordud') ?? ''

describe('a personal entry link (settlement.md §6)', () => {
  test('names source, rid and first RDUD, and is read back', () => {
    const link = personalLink(key, ANN)
    expect(link.slice(0, link.lastIndexOf('.'))).toBe(`/entry/12?rid=ann+%26+bob&ordud=7-${HEX}`)
    expect(readPersonalLink(key, signedOf(link), ANN)).toBe(HEX)
    expect(personalLink(key, ANN)).toBe(link)
  })

  test('is refused for another account, source, rid or RDUD, under another key, and when it is cut', () => {
    const signed = signedOf(personalLink(key, ANN))
    const read = (more: object, text = signed, by = key) => readPersonalLink(by, text, { ...ANN, ...more })
    expect([
      read({ accountId: 8 }),
      read({ sourceId: 13 }),
      read({ rid: 'bob' }),
      read({}, signed.replace('0193', '0194')),
      read({}, signed.slice(0, -1)),
      read({}, ''),
      read({}, signed, personalLinkKey('another secret')),
      read({ accountId: 8 }, signed.replace('7-', '8-')),
    ]).toEqual(Array.from({ length: 8 }, () => null))
  })
})
