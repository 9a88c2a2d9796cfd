import type { WaveSurvey } from '@desk/schema/projects/wave'
import { countText } from '#ui/format/figures.ts'

const NAME_MAX = 200
const NUMBERED = /^(.*?)(\d{1,6})$/su

/** The name of the next wave: the number at its end counts up; a name without one is followed by “wave 2”. */
export function nextWaveName(name: string): string {
  const [, stem = '', no] = NUMBERED.exec(name) ?? []
  const mark = no === undefined ? ' wave 2' : String(Number(no) + 1).padStart(no.length, '0')
  return `${(no === undefined ? name : stem).slice(0, NAME_MAX - mark.length)}${mark}`
}

const many = (count: number, one: string, several = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : several}`

const sumOf = (surveys: readonly WaveSurvey[], of: (survey: WaveSurvey) => number): number =>
  surveys.reduce((sum, survey) => sum + of(survey), 0)

/** “4 sources, 12 quotas”. */
const contentsText = (surveys: readonly WaveSurvey[]): string =>
  `${many(
    sumOf(surveys, ({ sources }) => sources),
    'source',
  )}, ${many(
    sumOf(surveys, ({ quotas }) => quotas),
    'quota',
  )}`

/** The contents of one survey's copy. */
export const surveyText = (survey: WaveSurvey): string => contentsText([survey])

/** “6 surveys, 24 sources, 88 quotas”. */
export const waveText = (surveys: readonly WaveSurvey[]): string =>
  `${many(surveys.length, 'survey')}, ${contentsText(surveys)}`

/** The contents of these surveys that the wave does not get, each with the reason. */
export function leftOutLines(surveys: readonly WaveSurvey[]): readonly string[] {
  const line = (count: number, text: string) => (count === 0 ? [] : [text])
  const cancelled = sumOf(surveys, survey => survey.cancelled_sources)
  const suppliers = sumOf(surveys, survey => survey.deleted_suppliers ?? 0)
  const aliases = sumOf(surveys, survey => survey.aliases)
  const lists = sumOf(surveys, survey => survey.recontact_lists)
  return [
    ...line(cancelled, `${many(cancelled, 'cancelled source')} left out.`),
    ...line(suppliers, `${many(suppliers, 'allocation')} left out: the supplier is deleted.`),
    ...line(aliases, `Alias and Auto-Boost of ${many(aliases, 'source')} left out: they belong to one source.`),
    ...line(lists, `${many(lists, 'recontact list')} left out: they hold respondents of this wave.`),
  ]
}
