import type { ActQuestion } from '@desk/machines/act/act.events'
import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import type { DefenderPreview } from '@desk/schema/defender/settings'
import { countText as count } from '#ui/format/figures.ts'

/** Words the hypothetical effect of settings on the latest entrants of a project or a survey: in all, then by rule. */
function linesOf(preview: DefenderPreview): readonly string[] {
  const { entrants, days, is_partial: isPartial, refused, more, fewer, rules } = preview
  if (entrants === 0) return [`No respondents entered in the last ${days} days: there is nothing to judge again.`]
  const who = `${isPartial ? 'the latest ' : ''}${count(entrants)} ${entrants === 1 ? 'entrant' : 'entrants'}`
  return [
    `Of ${who} of the last ${days} days it would have refused ${count(refused)}: ${count(more)} more than were refused, of whom ${count(preview.more_completed)} completed and ${count(preview.more_rejected)} were rejected later. It would not have refused ${count(fewer)} who were.`,
    ...rules
      .filter(({ against }) => against > 0)
      .map(
        rule =>
          `${DEFENDER_CATALOGUE[rule.rule].label}: against ${count(rule.against)}, refuses ${count(rule.refused)}`,
      ),
  ]
}

/** Asks for previewed settings; those that would have refused everybody are asked about once more. */
export function previewQuestion(title: string, preview: DefenderPreview): ActQuestion {
  const { entrants, days, refused } = preview
  const lines = linesOf(preview)
  return entrants > 0 && refused === entrants
    ? {
        title: 'Refuse everybody?',
        lines: [
          `These settings would have refused everybody who entered in the last ${days} days: ${count(entrants)} in all.`,
          ...lines,
        ],
        confirmLabel: 'Save anyway',
        tone: 'danger',
      }
    : { title, lines, confirmLabel: 'Save', tone: 'neutral' }
}
