import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextField } from '#ui/text-field.tsx'
import { SendingDialog } from './sending-dialog.tsx'

const dialog = (onSubmit: () => void, isPending = false) => (
  <SendingDialog
    title="Ask"
    sendLabel="Send it"
    isPending={isPending}
    onSubmit={onSubmit}
    onClosed={() => expect.unreachable('the dialog stays')}
  >
    <TextField label="First" />
    <TextField label="Second" />
  </SendingDialog>
)

test('Enter in any of several fields sends a dialog, and so does its button; a dialog on its way is not sent again', async () => {
  const onSubmit = vi.fn()
  const drawn = await render(dialog(onSubmit))
  await drawn.getByLabelText('First').click()
  await userEvent.keyboard('{Enter}')
  await drawn.getByLabelText('Second').click()
  await userEvent.keyboard('{Enter}')
  await drawn.getByRole('button', { name: 'Send it' }).click()
  expect(onSubmit).toHaveBeenCalledTimes(3)
  await drawn.rerender(dialog(onSubmit, true))
  await drawn.getByLabelText('First').click()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Escape}')
  expect(onSubmit).toHaveBeenCalledTimes(3)
})
