import { describe, expect, test } from 'vitest'
import { exampleRedirect, redirectUrlFault } from './redirect-url.ts'

describe('a supplier’s redirect', () => {
  test('is an https address, with placeholders behind the host', () => {
    const good = [
      '',
      'https://p.example/c',
      'HTTPS://p.example:8443/c?id=[%rid%]&x=[%RDUD%]#[%Outcome%]',
      'https://p.example/ü c',
      'https://p.example/c?id={[%RID%]}&ids=[[%RDUD%]]',
      'https://p.example/(rid)/c?rid=[%RID%]',
      `https://p.example/${'x'.repeat(1_982)}`,
    ]
    expect(good.map(url => redirectUrlFault('complete', url))).toEqual(good.map(() => null))
  })

  test('otherwise has a message that names the fault', () => {
    const of = (url: string) => redirectUrlFault('overquota', url)
    expect(['http://p.example/c', '//p.example/c', 'p.example', 'javascript:alert(1)'].map(of)).toEqual(
      Array.from({ length: 4 }, () => 'Overquota redirect must begin with https://'),
    )
    expect(
      ['https://', 'https://[%RID%].p.example/', 'https://p.example:99999/', 'https://p.example[%RID%]'].map(of),
    ).toEqual(
      Array.from(
        { length: 4 },
        () => 'Overquota redirect must be a web address, with placeholders only behind its host',
      ),
    )
    expect(of('https://p.example/?id=[%PID%]')).toBe(
      'Overquota redirect contains [%PID%]: only [%RID%], [%RDUD%], [%OUTCOME%] are filled in',
    )
    expect(
      [
        'https://bank.example@p.example/',
        'https://user:pass@p.example/?id=[%RID%]',
        'https://@p.example/',
        'https:///bank.example@p.example/',
        'https://[%RID%]@p.example/',
      ].map(of),
    ).toEqual(Array.from({ length: 5 }, () => 'Overquota redirect must not carry a user name'))
    expect(of('https://p.example/\u202Ecod')).toBe('Overquota redirect must not contain control characters')
    expect(of(`https://p.example/${'x'.repeat(1_983)}`)).toBe('Overquota redirect must be at most 2000 characters')
  })

  test.each([
    ['https://p.example/c?id=%5B%25RID%25%5D', '%5B%25RID%25%5D: write [%RID%], not encoded'],
    ['https://p.example/c?id=%5b%25rdud%25%5d&x=[%RID%]', '%5b%25rdud%25%5d: write [%RDUD%], not encoded'],
    ['https://p.example/c?id=[%25RID%25]', '[%25RID%25]: write [%RID%], not encoded'],
    [
      'https://router.example/r?to=https%3A%2F%2Fp.example%2Fc%3Fid%3D%5B%25RID%25%5D',
      '%5B%25RID%25%5D: write [%RID%], not encoded',
    ],
    ['https://p.example/c?id=%255B%2525RID%2525%255D', '%255B%2525RID%2525%255D: write [%RID%], not encoded'],
    ['https://p.example/c?id=[RID]', '[RID]: write [%RID%]'],
    ['https://p.example/c?id={rid}&x=[%RDUD%]', '{rid}: write [%RID%]'],
    ['https://p.example/c?id=%%RDUD%%', '%%RDUD%%: write [%RDUD%]'],
    ['https://p.example/c?id=[%RID]', '[%RID]: write [%RID%]'],
    ['https://p.example/c?id=%7B%7BRID%7D%7D', '%7B%7BRID%7D%7D: write [%RID%]'],
    ['https://p.example/c?id=[%RID%]&o=$OUTCOME$', '$OUTCOME$: write [%OUTCOME%]'],
    ['https://p.example/c?a=1&amp;id=[%RID%]', '&amp;: write & there'],
    ['https://p.example/c?a=1&#38;id=[%RID%]', '&#38;: write & there'],
  ])('%s would never carry the id', (url, fault) => {
    expect(redirectUrlFault('complete', url)).toBe(`Complete redirect contains ${fault}`)
  })

  test('with an outcome and no id would not say who comes back', () => {
    expect(redirectUrlFault('complete', 'https://p.example/c?o=[%OUTCOME%]')).toBe(
      'Complete redirect carries no id: add [%RID%] or [%RDUD%]',
    )
  })

  test('carries the id within another address, unchanged', () => {
    expect(exampleRedirect('complete', 'https://router.example/r?to=https%3A%2F%2Fp.example%2Fc%3Fid%3D[%RID%]')).toBe(
      'https://router.example/r?to=https%3A%2F%2Fp.example%2Fc%3Fid%3DR-1024',
    )
  })

  test('is shown as a respondent would get it; without placeholders, rid and outcome are appended', () => {
    expect(exampleRedirect('quality', 'https://p.example/c?p=[%RID%]&o=[%OUTCOME%]')).toBe(
      'https://p.example/c?p=R-1024&o=quality',
    )
    expect(exampleRedirect('default', 'https://p.example/c')).toBe('https://p.example/c?rid=R-1024&outcome=complete')
    expect([exampleRedirect('quality', ''), exampleRedirect('quality', 'http://p.example/')]).toEqual([null, null])
  })
})
