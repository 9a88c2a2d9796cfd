import * as selectors from '@desk/machines/act/act.selectors'
import { useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import forms from '#kit/forms/forms.module.css'
import { ConfirmationFields, confirmationOf, NOTHING_TYPED } from './confirmation-fields.tsx'
import type { IdentityQuestion } from './identity-question.ts'
import { focusEmptyField, isWhole, missingIn, shownErrors } from './missing-confirmation.ts'
import { confirmationErrors } from './not-confirmed.ts'

const WHAT_TO_GIVE = {
  password: 'Enter your password',
  either: 'Enter your password, or sign on again',
  single_sign_on: 'Sign on again',
}

/** The dialog that confirms the user before a change of credentials (S8); stays open after a wrong answer. */
export default function ConfirmIdentity({
  question,
}: {
  readonly question: Omit<IdentityQuestion<unknown>, 'answer'>
}) {
  const { second_factor: factor, confirms_by: by } = useUser() ?? {}
  const hasFactor = factor === 'on'
  const formId = useId()
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [wasTried, setWasTried] = useState(false)
  const isSending = useSelector(question.runner, selectors.isBusy)
  const failure = useSelector(question.runner, question.failure)
  const refused = confirmationErrors(failure)
  const asksFor = hasFactor || refused.code !== undefined ? 'both' : 'password'
  const missing = missingIn(typed, asksFor, by !== 'single_sign_on')
  return (
    <Dialog
      isOpen
      title="Confirm your identity"
      onClose={question.giveUp}
      isLocked={isSending}
      footer={
        <>
          <Button onPress={question.giveUp} isDisabled={isSending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} isPending={isSending}>
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={forms['form']}
        aria-label="Confirm your identity"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          // The form is in another one's tree, which is not submitted by it.
          event.stopPropagation()
          setWasTried(true)
          if (!isWhole(missing)) focusEmptyField(event.currentTarget)
          else question.attempt(confirmationOf(typed))
        }}
      >
        <p>
          {WHAT_TO_GIVE[by ?? 'password']}
          {asksFor === 'both' ? ', and enter a code' : ''}. This protects the account when you leave your desk.
        </p>
        {failure !== null &&
        refused.password === undefined &&
        refused.code === undefined &&
        refused.signOn === undefined ? (
          <p className={forms['problem']} role="alert">
            {failureMessage(failure)}
          </p>
        ) : null}
        <ConfirmationFields
          value={typed}
          onChange={next => {
            if (next.signOnToken !== typed.signOnToken) question.reset()
            setTyped(next)
          }}
          asksFor={asksFor}
          errors={shownErrors(wasTried, missing, refused)}
          autoFocus
        />
      </form>
    </Dialog>
  )
}
