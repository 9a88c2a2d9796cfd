import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { Loaded, NotLoaded } from './loaded.tsx'
import { oneRead } from './one-read.ts'

const ZULU = { languages_id: 7, name: 'Zulu', iso: 'zu' }
const failure = refused(503, { message: 'The desk is busy.' })

function Languages() {
  const read = useQuery({ ...useDesk().query('lookups.languages', {}), retry: false })
  return (
    <>
      <button onClick={() => void read.refetch()}>Read again</button>
      {read.isRefetchError ? 'The refetch failed.' : null}
      <Loaded query={read} title="The languages" lines={3}>
        {languages => <p>{languages.map(({ name }) => name).join(', ')}</p>}
      </Loaded>
    </>
  )
}

test('a query without an answer yet shows a skeleton with its words (§8.4)', async () => {
  const page = await draw(await testDesk({ 'lookups.languages': () => new Promise(() => undefined) }), <Languages />)
  await expect.element(page.getByRole('status')).toHaveTextContent(/^Loading the languages/)
})

test('a failed query shows the reason, and its retry shows the content', async () => {
  const desk = await testDesk({ 'lookups.languages': failure })
  const page = await draw(desk, <Languages />)
  await expect.element(page.getByText('The languages did not load')).toBeVisible()
  desk.answer({ 'lookups.languages': [ZULU] })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('Zulu')).toBeVisible()
})

test('content stays while its refetch fails', async () => {
  const desk = await testDesk({ 'lookups.languages': [ZULU] })
  const page = await draw(desk, <Languages />)
  await expect.element(page.getByText('Zulu')).toBeVisible()
  desk.answer({ 'lookups.languages': failure })
  await screen.getByRole('button', { name: 'Read again' }).click()
  await expect.element(page.getByText('The refetch failed.')).toBeVisible()
  await expect.element(page.getByText('Zulu')).toBeVisible()
  await expect.element(page.getByText('The languages did not load')).not.toBeInTheDocument()
})

test('several reads fail as one: its retry reads the failed ones only', async () => {
  const read: string[] = []
  const readOf = (name: string, error: Error | null, data?: string) => ({
    data,
    error,
    refetch: () => read.push(name),
  })
  const reads = [readOf('costs', null, 'costs'), readOf('sums', new Error('No sums.')), readOf('links', null)]
  const page = await draw(await testDesk({}), <NotLoaded query={oneRead(reads)} title="The money" />)
  await expect.element(page.getByText('The money did not load')).toBeVisible()
  await screen.getByRole('button', { name: 'Retry' }).click()
  expect(read).toEqual(['sums'])
})
