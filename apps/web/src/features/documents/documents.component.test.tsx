import { DOCUMENT_MAX_BYTES, type ProjectDocument } from '@desk/schema/documents/document'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ProjectDocumentsScreen } from './documents.tsx'

const BRIEF: ProjectDocument = {
  document_ud: 3,
  pm_proj_ud: 5,
  name: 'Brief',
  kind: 'brief',
  note: null,
  version: 1,
  file: {
    number: 1,
    filename: 'brief.txt',
    size_bytes: 2_048,
    sha256: 'ab'.repeat(32),
    media_type: 'text/plain',
    preview: 'text',
    uploaded_by: 'Ada Byron',
    uploaded_at: '2026-11-20T15:00:00.000Z',
  },
}
const listed = (documents: readonly ProjectDocument[]) => ({
  documents: [...documents],
  used_bytes: 2_048,
  max_bytes: 2_000_000_000,
})
// the head of the project is no part of these tests
const desk = (answers: Answers = {}) =>
  testDesk(
    {
      'documents.list': listed([BRIEF]),
      'projects.read': refused(422, { message: 'Not now.', details: [] }),
      ...answers,
    },
    { path: '/manage/project/5/documents' },
  )
/** Chooses files that the page has made: 100 MB do not go through the driver of the browser. */
function choose(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('The page takes no files.')
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const text = (name: string) => new File(['Hello'], name, { type: 'text/plain' })

test('documents that do not load are read again by Retry', async () => {
  const at = await desk({ 'documents.list': refused(422, { message: 'Not now.', details: [] }) })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  await expect.element(screen.getByRole('heading', { name: 'The documents did not load' })).toBeVisible()
  at.answer({ 'documents.list': listed([BRIEF]) })
  await screen.getByRole('region', { name: 'Documents of the project' }).getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('row', { name: /Brief.*2 kB.*Ada Byron/ })).toBeVisible()
})

test('a download that breaks off says that no file was saved; one that the server refuses says why', async () => {
  const at = await desk({ 'documents.download': noAnswer })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  const download = screen.getByRole('button', { name: 'Download Brief' })
  await download.click()
  await expect
    .element(screen.getByText('The download broke off, and no file was saved. Please try again.'))
    .toBeVisible()
  at.answer({ 'documents.download': refused(503, { message: 'The store of the documents is away for the moment.' }) })
  await download.click()
  await expect.element(screen.getByText('The store of the documents is away for the moment.')).toBeVisible()
})

test('a project without documents says what they are for, and takes the first one', async () => {
  const at = await desk({ 'documents.list': listed([]), 'documents.upload': BRIEF })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  await expect.element(screen.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  at.answer({ 'documents.list': listed([BRIEF]) })
  choose(text('brief.txt'))
  await expect.element(screen.getByRole('row', { name: /Brief/ })).toBeVisible()
  expect(
    at.asked.filter(({ key }) => key === 'documents.upload').map(({ body }) => Object.keys(body as object)),
  ).toEqual([['file']])
})

test('an upload that is refused says why, is tried again, and can be taken off the list', async () => {
  const at = await desk({
    'documents.upload': refused(409, { message: 'The project is full.', reason: 'no_space', current: null }),
  })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  await expect.element(screen.getByRole('row', { name: /Brief/ })).toBeVisible()
  choose(text('one.txt'), text('two.txt'))
  const uploads = screen.getByRole('list', { name: 'Uploads' })
  await expect.element(uploads.getByRole('alert').first()).toHaveTextContent('The project is full.')
  await screen.getByRole('button', { name: 'Take one.txt off the list' }).click()
  at.answer({ 'documents.upload': BRIEF })
  await screen.getByRole('button', { name: 'Try two.txt again' }).click()
  await expect.element(uploads).not.toBeInTheDocument()
  expect(at.asked.filter(({ key }) => key === 'documents.upload').length).toBe(3)
})

test('a file that is too large is never sent', async () => {
  const at = await desk()
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  await expect.element(screen.getByRole('row', { name: /Brief/ })).toBeVisible()
  choose(new File([new Uint8Array(DOCUMENT_MAX_BYTES + 1)], 'film.mov'))
  await expect
    .element(screen.getByRole('list', { name: 'Uploads' }).getByRole('alert'))
    .toHaveTextContent('The file is larger than 100 MB.')
  await expect.element(screen.getByRole('button', { name: 'Try film.mov again' })).not.toBeInTheDocument()
  expect(at.asked.some(({ key }) => key === 'documents.upload')).toBe(false)
})

test('an upload that waits for its answer is ended by Cancel', async () => {
  const at = await desk({ 'documents.upload': () => new Promise<never>(() => {}) })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  await expect.element(screen.getByRole('row', { name: /Brief/ })).toBeVisible()
  choose(text('slow.txt'))
  await screen.getByRole('button', { name: 'Cancel the upload of slow.txt' }).click()
  await expect.element(screen.getByRole('list', { name: 'Uploads' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('row', { name: /Brief/ })).toBeVisible()
})

test('leaving while a file is uploaded asks first: who stays goes on, who leaves ends it', async () => {
  const at = await desk({ 'documents.upload': () => new Promise<never>(() => {}) })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  await expect.element(screen.getByRole('row', { name: /Brief/ })).toBeVisible()
  choose(text('slow.txt'))
  await expect.element(screen.getByRole('list', { name: 'Uploads' })).toBeVisible()
  at.history.push('/projects')
  const dialog = screen.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent('A file is still being uploaded.')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(at.history.location.pathname).toBe('/manage/project/5/documents')
  await expect.element(screen.getByRole('list', { name: 'Uploads' })).toBeVisible()

  await screen.getByRole('button', { name: 'Cancel the upload of slow.txt' }).click()
  await expect.element(screen.getByRole('list', { name: 'Uploads' })).not.toBeInTheDocument()
  at.history.push('/projects')
  await expect.poll(() => at.history.location.pathname).toBe('/projects')
})

test('after a document was deleted by keyboard the focus is at the documents, not lost', async () => {
  const other = { ...BRIEF, document_ud: 99, name: 'Other.txt' }
  const at = await desk({ 'documents.list': listed([BRIEF, other]), 'documents.remove': undefined })
  await draw(at, <ProjectDocumentsScreen projectUID={5} />)
  const remove = screen.getByRole('button', { name: 'Delete Other.txt' })
  await expect.element(remove).toBeVisible()
  at.answer({ 'documents.list': listed([BRIEF]) })
  remove.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(screen.getByRole('region', { name: 'Documents of the project' })).toHaveFocus()
})
