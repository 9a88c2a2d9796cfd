import { expect, test } from 'vitest'
import { domainOf, signOnDomainFault } from './sign-on-domains.ts'

test.each([
  ['Ada@Acme.Example ', 'acme.example'],
  ['"a@b"@mail.acme.example', 'mail.acme.example'],
  ['ada@acme.example@evil.example', 'evil.example'],
  ['@acme.example', null],
  ['acme.example', null],
  ['ada@localhost', null],
  ['ada@acme..example', null],
  ['ada@аcme.example', null],
  ['', null],
])('the domain of %s is %s', (address, domain) => {
  expect(domainOf(address)).toBe(domain)
})

test('a domain is claimed in lower case, and never a public one', () => {
  expect(
    ['acme.example', 'xn--bcher-kva.example', 'Acme.example', 'acme', '1.2.3.4', 'gmail.com'].map(signOnDomainFault),
  ).toEqual([
    null,
    null,
    'Acme.example is no mail domain: write it as acme.example',
    'acme is no mail domain: write it as acme.example',
    '1.2.3.4 is no mail domain: write it as acme.example',
    'gmail.com is a public mail domain, which no account may claim',
  ])
})
