import { expect, test } from 'vitest'
import { readCertificates } from './certificates.ts'
import { samlKey } from './testing/saml-provider.ts'

const [one, two] = [samlKey('One').certificate, samlKey('Two').certificate]
const bare = (pem: string): string => pem.replaceAll(/-----.*-----/g, '').trim()
const subjectsIn = (text: string) => {
  const read = readCertificates(text)
  return typeof read === 'string' ? read : read.map(({ subject }) => subject)
}

test.each([
  ['as PEM', `${one}${two}`],
  ['as PEM, with text between', `subject=CN = One\n${one}\nsubject=CN = Two\n${two}`],
  ['in base64 alone, in lines', `${bare(one)}\n\n${bare(two)}`],
  ['in base64 alone, one behind the other', `${bare(one)}${bare(two)}`.replaceAll(/\s/g, '')],
  ['one as PEM and one in base64', `${one}${bare(two)}`],
  [
    'with the tags of metadata',
    `<ds:X509Certificate>${bare(one)}</ds:X509Certificate>\n<ds:X509Certificate>${bare(two)}</ds:X509Certificate>`,
  ],
])('two certificates are read %s (F14)', (_, text) => {
  expect(subjectsIn(text)).toEqual(['CN=One', 'CN=Two'])
})

test.each(['none', `${bare(one)} and more`, `${one}-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----`])(
  'a text with a part that is no certificate is refused',
  text => {
    expect(subjectsIn(text)).toBe('This is no X.509 certificate: paste it as PEM, or in base64')
  },
)
