import { AUTO_PAUSE_REASONS } from '@desk/schema/statuses/pause-reasons'
import { LINK_CHECK_EVERY_MINUTES } from '@desk/schema/surveys/link-check'
import { SurveyLimits, SurveyPerformance } from '@desk/schema/surveys/survey-limits'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { reasonWords } from '#kit/statuses/status-words.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormCheckboxes, FormNumber, FormSwitch } = formFields<SurveyLimits>()

/** The rules that pause by themselves, in the order of the boxes. */
const PAUSE_RULES = AUTO_PAUSE_REASONS.map(rule => ({ value: rule, label: reasonWords(rule) ?? rule }))

/** The fields of a survey's limits (§3.6), in the order of the dialog. */
const LIMITS_FIELDS: readonly FieldPlan<SurveyLimits>[] = [
  { name: 'limit_loi_percent', label: 'LOI limit', kind: 'number', isRequired: true },
  { name: 'limit_ir_percent', label: 'IR limit', kind: 'number', isRequired: true },
  { name: 'limit_min_completes', label: 'Completes before limits act', kind: 'number', isRequired: true },
  {
    name: 'auto_pause_rules',
    label: 'Pause by itself when',
    kind: 'choices',
    say: rules => (Array.isArray(rules) ? rules.map(rule => reasonWords(String(rule))).join(', ') : ''),
  },
  { name: 'link_check', label: 'Link check', kind: 'switch' },
]

const isPerformance = Schema.is(SurveyPerformance)

/** The stored rules in the order of the list, as the boxes keep them. */
const inOrder = (performance: SurveyPerformance): object => ({
  ...performance,
  auto_pause_rules: AUTO_PAUSE_REASONS.filter(rule => performance.auto_pause_rules.includes(rule)),
})

/** Changes the limits of §3.6 and the auto-pause rules (api:S8). */
export function LimitsDialog({
  me,
  performance,
  onDone,
}: {
  me: CurrentUser
  performance: SurveyPerformance
  onDone: () => void
}) {
  const desk = useDesk()
  const { pm_sy_ud: id } = performance
  const form = useForm<SurveyPerformance, SurveyLimits>(
    {
      form: `survey.limits ${id}`,
      thing: 'survey',
      schema: SurveyLimits,
      fields: LIMITS_FIELDS,
      stored: inOrder(performance),
      version: performance.version,
      save: (wire, { version, idempotencyKey }) =>
        desk.api.call('surveys.updateLimits', {
          params: { id },
          headers: { 'idempotency-key': idempotencyKey },
          payload: { ...wire, ...(typeof version === 'number' ? { version } : {}) },
        }),
      readStored: current => (isPerformance(current) ? { stored: inOrder(current), version: current.version } : null),
      whoChanged: () => whoLastChanged(desk.api, 'survey', id),
      onSaved: saved => {
        desk.queryClient.setQueryData(desk.query('surveys.performance', { params: { id } }).queryKey, saved)
        void desk.queryClient.invalidateQueries({ queryKey: [HISTORY, 'survey', id] })
        void showToast({ type: 'success', message: 'Limits updated successfully' })
        onDone()
      },
      onCancelled: onDone,
    },
    me,
  )
  return (
    <FormDialog form={form} title="Limits and auto-pause">
      <FormGrid>
        <FormNumber
          name="limit_loi_percent"
          suffix="% over"
          description="How far the median interview may be over the stated LOI."
        />
        <FormNumber
          name="limit_ir_percent"
          suffix="% under"
          description="How far the incidence may be under the stated one."
        />
        <FormNumber name="limit_min_completes" description="With fewer completes neither limit acts." />
        <FormCheckboxes name="auto_pause_rules" options={PAUSE_RULES} isWide />
        <FormSwitch
          name="link_check"
          isWide
          description={`While the survey is live, a test respondent opens its page every ${LINK_CHECK_EVERY_MINUTES} minutes. It counts in no figure.`}
        />
      </FormGrid>
    </FormDialog>
  )
}
