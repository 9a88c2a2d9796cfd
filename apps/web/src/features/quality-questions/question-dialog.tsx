import type { LanguageOption } from '@desk/schema/lookups/lookups'
import { QualityQuestion, QualityQuestionForm } from '@desk/schema/quality-questions/quality-question'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormText } = formFields<QualityQuestionForm>()

/** The fields of a quality question's form (§5.23), in the order of the dialog. */
const questionFields = (languages: readonly LanguageOption[]): readonly FieldPlan<QualityQuestionForm>[] => [
  {
    name: 'language',
    label: 'Language',
    kind: 'choice',
    isRequired: true,
    say: id => languages.find(({ languages_id }) => languages_id === id)?.name ?? '',
  },
  { name: 'question', label: 'Question', kind: 'text', isRequired: true },
]

const isQuestion = Schema.is(QualityQuestion)

export interface QuestionDialogProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly question: QualityQuestion | null
  readonly languages: readonly LanguageOption[]
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** The question form: language and question (§5.23, api:Y2, api:Y3). */
export function QuestionDialog({ me, question, languages, onSaved, onClosed }: QuestionDialogProps) {
  const desk = useDesk()
  const [fields] = useState(() => questionFields(languages))
  const id = question?.pm_q_uid ?? null
  const form = useForm(
    {
      form: id === null ? 'qualityQuestion.create' : `qualityQuestion.edit ${id}`,
      thing: 'question',
      schema: QualityQuestionForm,
      fields,
      stored: question ?? { language: languages.find(({ iso }) => iso === 'en')?.languages_id },
      version: question?.version ?? null,
      save: (payload, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        if (id === null) return desk.api.call('qualityQuestions.create', { headers, payload })
        return desk.api.call('qualityQuestions.change', {
          params: { id },
          headers,
          payload: typeof version === 'number' ? { ...payload, version } : payload,
        })
      },
      readStored: current => (isQuestion(current) ? { stored: current, version: current.version } : null),
      whoChanged: () => (id === null ? Promise.resolve(null) : whoLastChanged(desk.api, 'quality_question', id)),
      onSaved: () => {
        void showToast({ type: 'success', message: 'The question was saved' })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title={question === null ? 'New quality question' : 'Edit quality question'}>
      <FormGrid>
        <FormSelect
          name="language"
          options={languages.map(({ languages_id, name }) => ({ value: languages_id, label: name }))}
          isWide
        />
        <FormText
          name="question"
          rows={3}
          isWide
          description="Asked word for word. The answer shows whether the respondent is attentive."
        />
      </FormGrid>
    </FormDialog>
  )
}
