import { goToHash } from '../e2e/desk/hash.ts'
import { ANSWERS, BY_MODEL, CONVERSATION, SENT } from './model-answers.ts'
import { expect, test } from './picture-fixture.ts'

test('the labs and the assistant', async ({ visit, picture }) => {
  const page = await visit('super@desk.example', '/labs-1')
  await expect(page.getByRole('heading', { name: 'Labs' })).toBeVisible()
  await picture(page, 'labs')
  await goToHash(page, '/labs-1/sortable')
  await expect(page.getByRole('grid', { name: 'Columns in my own order' })).toBeVisible()
  await picture(page, 'own-order')
  const asking = await visit('admin@acme.example', '/assistant')
  await asking.getByRole('group', { name: 'Questions to begin with' }).getByRole('button').first().click()
  await expect(asking.getByText(/^Understood as/)).toBeVisible()
  await picture(asking, 'assistant')
})

test('the assistant by a language model', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/projects')
  await page.route('**/v1/llm/settings', async route => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), ...BY_MODEL } })
  })
  await page.route(/\/v1\/llm\/conversations(\?|$)/, route => route.fulfill({ json: [CONVERSATION] }))
  await page.route('**/v1/llm/conversations/1', route => route.fulfill({ json: { ...CONVERSATION, answers: ANSWERS } }))
  await page.route('**/v1/llm/conversations/1/answers/*/sent', route => route.fulfill({ json: SENT }))
  await goToHash(page, '/assistant?conversation=1')
  await expect(page.getByText(/^Answered by/)).toBeVisible()
  await page.getByText('Data sent to the model').first().click()
  await expect(page.getByText(/812 tokens/)).toBeVisible()
  await picture(page, 'assistant-model')
})
