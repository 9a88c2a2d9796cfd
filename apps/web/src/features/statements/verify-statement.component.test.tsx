import { COMMITTED_COLUMNS, committedCells } from '@desk/schema/statements/committed-file'
import { csvHead, csvRow } from '@desk/schema/statements/signed-file'
import { statementSealCells } from '@desk/schema/statements/statement-file'
import { COMMITTED_VERSION } from '@desk/schema/statements/statement-csv'
import {
  BEFORE_START,
  committedText,
  sealText,
  startText,
  type CommittedLine,
} from '@desk/schema/statements/statement-line'
import type { StatementCrypto } from '@desk/schema/statements/verify-statement'
import { describe, expect, test } from 'vitest'
import { render, type RenderResult } from 'vitest-browser-react'
import { browserCrypto } from '#runtime/browser-crypto.ts'
import { VerifyStatement } from './verify-statement.tsx'

const here = browserCrypto(window.crypto)
const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

const lineNo = (line: number): Omit<CommittedLine, 'rid_commitment'> => ({
  amount_cents: 250,
  at: '2026-10-05T12:00:00.000Z',
  from: 11,
  kind: 'complete',
  line,
  origin: '2026-10',
  project: 7,
  rdud: `1-${String(line).padStart(32, '0')}`,
  reason: null,
  source: 3,
  source_name: 'Männer, Ü50',
  to: 30,
})

/** The file of a statement that this browser signed. @param erased the line whose respondent is erased */
async function fileOf(lines: number, erased?: number): Promise<string> {
  const named = { account: 1, month: '2026-10', supplier: 9 }
  let [previous = ''] = await here.hashAll([{ previous: BEFORE_START, text: startText(named) }])
  let file = csvHead(COMMITTED_COLUMNS)
  for (let number = 1; number <= lines; number += 1) {
    const opening = { rid: `rid-${number}`, salt: hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer) }
    const [commitment = ''] = await here.commitAll([opening])
    const line = { ...lineNo(number), rid_commitment: commitment }
    const [hash = ''] = await here.hashAll([{ previous, text: committedText(line) }])
    file += csvRow(committedCells(line, number === erased ? null : opening, previous, hash))
    previous = hash
  }
  const seal = {
    ...named,
    account_name: 'Acme',
    adjustment_cents: 0,
    adjustments: 0,
    closed_at: '2026-12-01T05:00:00.000Z',
    complete_cents: 250 * lines,
    completes: lines,
    currency: 'USD',
    head: previous,
    lines,
    supplier_name: 'Kestrel',
    total_cents: 250 * lines,
    version: COMMITTED_VERSION,
    zone: 'America/New_York',
  }
  const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const signed = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(sealText(seal)))
  const key = await crypto.subtle.exportKey('raw', publicKey)
  return file + csvRow(statementSealCells({ seal, signature: hexOf(signed), publicKey: hexOf(key) }))
}

const draw = (cryptography: StatementCrypto = here) => render(<VerifyStatement crypto={cryptography} />)
const take = (page: RenderResult, text: string, name = 'statement.csv') =>
  page.getByLabelText('File of the statement').upload(new File([text], name))

describe('the page that verifies (settlement.md §2)', () => {
  test('says that a file is valid, by which key, and where to ask whose it is', async () => {
    const page = await draw()
    await take(page, await fileOf(3))
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Valid: Kestrel, October 2026, by Acme. 3 lines, 7.50 USD.')
    await expect.element(page.getByText(/^It is signed by the key [0-9a-f]{64}\.$/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'ask this desk whose key it is' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/v1\/statement-keys\/[0-9a-f]{64}$/))
  })

  test('names the changed and the missing lines, and then verifies another file', async () => {
    const page = await draw()
    const file = await fileOf(4)
    const rows = file.split('\r\n')
    await take(page, [...rows.slice(0, 2), ...rows.slice(3)].join('\r\n').replace('rid-4', 'rid-5'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not valid: Kestrel, October 2026, by Acme.')
    expect(
      page
        .getByRole('list', { name: 'Faults' })
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Line 2 is missing', 'The respondent’s id (rid) or the salt of line 4 was changed (row 4 of the file)'])
    await take(page, file)
    await expect.element(page.getByRole('status')).toHaveTextContent(/^Valid: /)
  })

  test('says of how many lines the respondents are erased', async () => {
    const page = await draw()
    await take(page, await fileOf(3, 2))
    await expect
      .element(page.getByText('The respondents of 1 line are erased: the file has no id of them.'))
      .toBeVisible()
  })

  test('shows the first 200 faults, and says how many more there are', async () => {
    const page = await draw()
    await take(page, (await fileOf(203)).replaceAll(',250,', ',251,'))
    const faults = page.getByRole('list', { name: 'Faults' }).getByRole('listitem')
    await expect.element(faults.last()).toHaveTextContent('and 3 more')
    expect(faults.elements()).toHaveLength(201)
  })

  test('where the browser knows no Ed25519, says that the lines are whole and the signature is not checked', async () => {
    const page = await draw({ ...here, isSigned: () => Promise.resolve(null) })
    await take(page, await fileOf(2))
    await expect.element(page.getByRole('status')).toHaveTextContent(/^No line was changed: Kestrel/)
    await expect.element(page.getByText(/pnpm desk verify-statement can/)).toBeVisible()
  })

  test('another file is no statement', async () => {
    const page = await draw()
    await take(page, 'rdud,reason_code\r\n', 'list.csv')
    await expect.element(page.getByRole('alert')).toHaveTextContent('list.csv is no statement of a sample desk.')
  })

  test('a workbook is an unsigned copy: the page asks for the CSV file', async () => {
    const page = await draw()
    await take(page, 'PK\u0003\u0004 and more', 'statement.xlsx')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'statement.xlsx is a workbook, which is an unsigned copy of a statement. Verify the CSV file: it is the signed one.',
      )
  })

  test('a page that may not hash says why', async () => {
    const insecure = await draw({ ...here, hashAll: () => Promise.reject(new TypeError('subtle is undefined')) })
    await take(insecure, await fileOf(1))
    await expect.element(insecure.getByText(/this page was not loaded by https/)).toBeVisible()
  })
})
