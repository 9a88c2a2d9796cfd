import { SIGN_ON_SECRET_MAX_LENGTH } from '@desk/schema/single-sign-on/sign-on'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'

/** Sets the secret by which the provider knows the desk. It is part of no form, whose typed text stays as a draft. */
export function ClientSecret({
  hasOne,
  onSaved,
  onClosed,
}: {
  readonly hasOne: boolean
  readonly onSaved: () => void
  readonly onClosed: () => void
}) {
  const desk = useDesk()
  const { confirmed, question } = useConfirmation()
  const [secret, setSecret] = useState('')
  const [isMissing, setMissing] = useState(false)
  const save = useAct('singleSignOn.setSecret', {
    isSecret: true,
    perform: request =>
      confirmed(confirmation =>
        desk.api.call('singleSignOn.setSecret', {
          ...request,
          payload: Object.assign({ confirmation }, request.payload),
        }),
      ),
    onDone: onSaved,
  })
  const send = (client_secret: string | null) => save.send({ payload: { client_secret } })
  const submit = () => {
    setMissing(secret.trim() === '')
    if (secret.trim() !== '') send(secret.trim())
  }
  return (
    <Dialog
      isOpen
      title="Client secret"
      onClose={onClosed}
      isLocked={save.isPending}
      footer={
        <>
          {hasOne ? (
            <Button variant="danger" onPress={() => send(null)} isDisabled={save.isPending}>
              Take it away
            </Button>
          ) : null}
          <Button onPress={onClosed} isDisabled={save.isPending}>
            Cancel
          </Button>
          <Button variant="primary" onPress={submit} isPending={save.isPending}>
            Set the secret
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label="Client secret"
          type="password"
          autoComplete="off"
          value={secret}
          onChange={text => setSecret(text.slice(0, SIGN_ON_SECRET_MAX_LENGTH))}
          description="As the provider shows it. It is stored encrypted, and never shown again."
          errorMessage={isMissing && secret.trim() === '' ? 'Client secret is required' : undefined}
          autoFocus
          isRequired
        />
      </form>
      <CallFailure error={save.failure} />
      {question}
    </Dialog>
  )
}
