import { expect, test } from 'vitest'
import { startBoth } from '../testing/use-gateway.ts'
import { isContact, SECURITY_TEXT_PATH, securityText } from './security-text.ts'

test('security.txt names the contacts, and a day of expiry within a year (operate.md §2)', () => {
  const options = {
    securityContacts: ['mailto:security@desk.example.com', 'https://desk.example.com/report'],
    publicUrl: 'https://desk.example.com',
  }
  expect(securityText(options, Date.UTC(2026, 10, 28, 15)).split('\r\n')).toEqual([
    'Contact: mailto:security@desk.example.com',
    'Contact: https://desk.example.com/report',
    'Expires: 2027-05-27T00:00:00Z',
    'Preferred-Languages: en',
    'Canonical: https://desk.example.com/.well-known/security.txt',
    '',
  ])
})

test('it is served with SECURITY_CONTACT, and missing without it (operate.md §2)', async () => {
  const answers = [
    await startBoth({ securityContacts: ['mailto:security@desk.example.com'] }),
    await startBoth({ securityContacts: [] }),
  ].map(({ gateway }) => fetch(`${gateway.url}${SECURITY_TEXT_PATH}`))
  const [served, missing] = await Promise.all(answers)
  expect([served?.status, served?.headers.get('content-type'), missing?.status]).toEqual([
    200,
    'text/plain; charset=utf-8',
    404,
  ])
  expect(await served?.text()).toMatch(/^Contact: mailto:security@desk\.example\.com\r\nExpires: /)
})

test('a contact is a mailto:, https: or tel: address', () => {
  const texts = ['mailto:a@b.example', 'https://b.example/report', 'tel:+49-30-1', 'a@b.example', 'http://b.example']
  expect(texts.filter(isContact)).toEqual(texts.slice(0, 3))
})
