import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '#runtime/api/api-error.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { Button } from '#ui/button.tsx'
import { useConfirmation } from './use-confirmation.tsx'

const LOCATION = 'https://login.acme.example/auth?state=1'
const TOKEN = 'T'.repeat(43)

const UNCONFIRMED = new ApiError({
  status: 422,
  message: 'Confirm your identity: enter your current password.',
  details: [
    { path: ['confirmation', 'present_password'], message: 'Confirm your identity: enter your current password.' },
  ],
})

/** A change that waits for a confirmation. */
function Change({ send }: { readonly send: (given: object) => Promise<string> }) {
  const { confirmed, question } = useConfirmation()
  const [said, setSaid] = useState('')
  return (
    <>
      <Button onPress={() => void confirmed(send).then(setSaid, () => setSaid('given up'))}>Change it</Button>
      <p>{said}</p>
      {question}
    </>
  )
}

async function asking(by: 'single_sign_on' | 'either', answers: Answers, send = async (_given: object) => 'changed') {
  const desk = await testDesk(
    { 'signOnAgain.start': { location: LOCATION }, ...answers },
    { user: { ...SAMPLE_USER, confirms_by: by } },
  )
  const sent: object[] = []
  const page = await draw(
    desk,
    <Change
      send={given => {
        if (Object.keys(given).length === 0) return Promise.reject(UNCONFIRMED)
        sent.push(given)
        return send(given)
      }}
    />,
  )
  await page.getByRole('button', { name: 'Change it' }).click()
  return { desk, page, sent, dialog: page.getByRole('dialog', { name: 'Confirm your identity' }) }
}

test('a user without a password signs on again in a window of its own, and confirms the change with that (S8)', async () => {
  let isBack = false
  const { dialog, page, sent } = await asking('single_sign_on', {
    'signOnAgain.finish': () =>
      isBack ? { is_back: true, single_sign_on_token: TOKEN, lasts_seconds: 300 } : { is_back: false },
  })
  await expect.element(dialog.getByText(/^Sign on again\. This protects/)).toBeVisible()
  expect(dialog.getByLabelText('Current password').query()).toBeNull()
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Sign on first')
  await dialog.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await dialog.getByRole('button', { name: 'I have signed on' }).click()
  await expect.element(dialog.getByText('Your sign-on has not come back yet.')).toBeVisible()
  isBack = true
  await dialog.getByRole('button', { name: 'I have signed on' }).click()
  await expect.element(dialog.getByText(/You have signed on/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.element(page.getByText('changed')).toBeVisible()
  expect(sent).toEqual([{ single_sign_on_token: TOKEN }])
})

test('a user with both may give the password, and a sign-on by another user is reported', async () => {
  const message = 'You signed on as another user. Sign on as the user that you are here.'
  const { dialog, page, sent } = await asking('either', { 'signOnAgain.finish': refused(403, { message }) })
  await dialog.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await dialog.getByRole('button', { name: 'I have signed on' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(message)
  await dialog.getByLabelText('Current password').fill('Present-pass-1')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.element(page.getByText('changed')).toBeVisible()
  expect(sent).toEqual([{ present_password: 'Present-pass-1' }])
})

test('a sign-on that has expired is said at its button, and asked for again', async () => {
  const said = 'This sign-on has expired or was used already. Sign on once more.'
  const { ApiError } = await import('#runtime/api/api-error.ts')
  const { dialog } = await asking(
    'single_sign_on',
    { 'signOnAgain.finish': { is_back: true, single_sign_on_token: TOKEN, lasts_seconds: 300 } },
    () =>
      Promise.reject(
        new ApiError({
          status: 422,
          message: said,
          details: [{ path: ['confirmation', 'single_sign_on_token'], message: said }],
        }),
      ),
  )
  await dialog.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await dialog.getByRole('button', { name: 'I have signed on' }).click()
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(said)
  await expect.element(dialog.getByRole('button', { name: 'Confirm with single sign-on' })).toBeVisible()
})
