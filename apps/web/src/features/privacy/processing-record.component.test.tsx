import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { ProcessingRecord } from '@desk/schema/privacy/processing-record'
import { expect, test, vi } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { PrivacyScreen } from './privacy.tsx'

const RECORD: ProcessingRecord = {
  categories: [
    {
      category: 'respondent_ids',
      label: 'Supplier IDs',
      people: 'Respondents',
      purpose: 'Name a respondent to the supplier.',
      stored_for: '396 days.',
      tables: [{ table: 'respondent', columns: ['rid'] }],
      recipients: ['suppliers'],
    },
  ],
  recipients: [
    { recipient: 'suppliers', label: 'Suppliers', is_configured: true, where: ['Panel One'], gets: ['respondent_ids'] },
    { recipient: 'model', label: 'Language model', is_configured: false, where: [], gets: ['conversations'] },
  ],
}
const recordDesk = (answers: Answers) =>
  testDesk(
    { 'processingRecord.read': RECORD, ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/privacy?tab=record' },
  )

test('each category has its purpose, period, recipients and columns; each recipient says whether it is set up', async () => {
  const page = await draw(await recordDesk({}), <PrivacyScreen />)
  const row = page.getByRole('row', { name: /^Supplier IDs/ })
  await expect.element(row).toHaveTextContent(/Respondents.*Name a respondent.*396 days.*Suppliers/)
  await row.getByText('1 table').click()
  await expect.element(page.getByText('respondent: rid')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Suppliers/ })).toHaveTextContent(/Yes.*Panel One.*Supplier IDs/)
  await expect.element(page.getByRole('row', { name: /^Language model/ })).toHaveTextContent(/No$/)
})

test('the download is saved as a file, and a failure says so', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL')
  const desk = await recordDesk({ 'processingRecord.download': 'category\r\n' })
  const page = await draw(desk, <PrivacyScreen />)
  const button = page.getByRole('button', { name: 'Download CSV' })
  await button.click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  desk.answer({ 'processingRecord.download': refused(503, { message: 'The database is away for the moment.' }) })
  await button.click()
  await expect.element(page.getByText('The database is away for the moment.')).toBeVisible()
  saved.mockRestore()
})
