import { describe, expect, test } from 'vitest'
import { supplierRedirect, surveyAddress, type RedirectUrls } from './redirects.ts'

const go = (
  urls: RedirectUrls,
  outcome: 'complete' | 'termination' | 'overquota' | 'quality' | 'security' = 'complete',
  rid = 'r/1',
) => supplierRedirect(urls, outcome, rid, '2s-0a')

describe('the survey URL (§5.1)', () => {
  test('[%RDUD%] is filled in, case-insensitively, each time it occurs (§5.1)', () => {
    expect(surveyAddress('https://s.example/?id=[%RDUD%]&again=[%rdud%]#[%Rdud%]', '2s-0a')).toBe(
      'https://s.example/?id=2s-0a&again=2s-0a#2s-0a',
    )
    expect(surveyAddress('http://s.example/[%RDUD%]', '2s-0a')).toBe('http://s.example/2s-0a')
  })
  test('one that is no http(s) URL, or has no placeholder for the RDUD, is not used (§5.1, S5)', () => {
    expect(
      [
        'javascript:alert("[%RDUD%]")',
        'ftp://s.example/[%RDUD%]',
        '/s?id=[%RDUD%]',
        'https://s.example/',
        '',
        'https://[%RDUD%].example/',
        'https://s.example:[%RDUD%]/',
        'https://user:pass@s.example/[%RDUD%]',
        'https:\\\\user@s.example/[%RDUD%]',
      ].map(url => surveyAddress(url, '2s-0a')),
    ).toEqual(Array.from({ length: 9 }, () => null))
    expect(surveyAddress(null, '2s-0a')).toBeNull()
  })
})

describe("a supplier's redirect", () => {
  test('has its placeholders filled in, percent-encoded', () => {
    expect(go({ complete: 'https://p.example/c?pid=[%RID%]&o=[%outcome%]&x=[%RDUD%]' })).toBe(
      'https://p.example/c?pid=r%2F1&o=complete&x=2s-0a',
    )
  })
  test('without placeholders gets rid and outcome appended, before a fragment', () => {
    expect(go({ complete: 'https://p.example/c' })).toBe('https://p.example/c?rid=r%2F1&outcome=complete')
    expect(go({ complete: 'https://p.example/c?k=1#top' })).toBe(
      'https://p.example/c?k=1&rid=r%2F1&outcome=complete#top',
    )
  })
  test('quality and security fall back to termination, then everything to default', () => {
    const all = { complete: 'https://p.example/c', termination: 'https://p.example/t', default: 'https://p.example/d' }
    expect(
      ['quality', 'security', 'overquota', 'complete'].map(outcome => go(all, outcome as 'quality')?.split('?')[0]),
    ).toEqual(['https://p.example/t', 'https://p.example/t', 'https://p.example/d', 'https://p.example/c'])
    expect(go({ default: 'https://p.example/d' }, 'security')).toBe('https://p.example/d?rid=r%2F1&outcome=security')
    expect(go({}, 'quality')).toBeNull()
  })
  test('that is no http(s) URL, or lets a respondent choose its host, is skipped (S5)', () => {
    expect(go({ complete: 'javascript:alert(1)', default: 'https://p.example/d' })).toBe(
      'https://p.example/d?rid=r%2F1&outcome=complete',
    )
    expect(
      [
        'https://[%RID%].p.example/',
        'https://p.example[%RID%]/',
        '//p.example/[%RID%]',
        'https:[%RID%]',
        'https://a@[%RID%]/',
        'https://user:pass@p.example/[%RID%]',
        'https:user@p.example/',
      ].map(complete => go({ complete })),
    ).toEqual([null, null, null, null, null, null, null])
  })
  test('cannot break out of the header', () => {
    expect(go({ complete: 'https://p.example/ü c?p=[%RID%]' }, 'complete', 'a\r\nSet-Cookie: x')).toBe(
      'https://p.example/%C3%BC%20c?p=a%0D%0ASet-Cookie%3A%20x',
    )
  })
})
