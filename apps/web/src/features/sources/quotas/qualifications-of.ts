import { hasNoOptions } from '@desk/schema/qualifications/qualification-codes'
import type { Qualification, QualificationOption } from '@desk/schema/qualifications/qualification'
import { OPTIONS_MAX } from '@desk/schema/qualifications/qualification-form'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import type { AnswerNames } from './condition-words.ts'

/** Country and language of the survey, which select the texts. */
export interface Locale {
  readonly country_id: number
  readonly languages_id: number
}

/** The most hits shown; typing more of the name narrows them. */
export const FOUND_MAX = 50

const LOOKUP = { staleTime: 60_000 } as const

/** The account's and the library's qualifications in a locale whose name or precode has this text (api:T5). */
export function useFoundQualifications(locale: Locale | null, search: string, isEnabled: boolean) {
  const desk = useDesk()
  const text = search.trim()
  return useQuery({
    ...desk.query('qualifications.find', {
      query: { ...locale, ...(text === '' ? {} : { search: text }), limit: FOUND_MAX },
    }),
    ...LOOKUP,
    enabled: isEnabled,
    placeholderData: (before: readonly Qualification[] | undefined) => before,
  })
}

/** A qualification by its precode with its answers in a locale (api:T5, T6); null: there is none. */
export interface WithAnswers {
  readonly qualification: Qualification | null
  readonly options: readonly QualificationOption[]
}

function withAnswersQuery(api: ApiClient, locale: Locale | null, param: string) {
  return queryOptions({
    queryKey: ['qualification with answers', locale, param],
    queryFn: async ({ signal }): Promise<WithAnswers> => {
      const found = await api.call('qualifications.find', {
        query: { ...locale, search: param, limit: FOUND_MAX },
        signal,
      })
      const qualification = found.find(({ precode }) => precode === param) ?? null
      if (qualification === null || locale === null || hasNoOptions(qualification.qualification_type_cd))
        return { qualification, options: [] }
      const options = await api.call('qualifications.optionsFor', {
        query: { uid: qualification.qualifications_ud, ...locale, limit: OPTIONS_MAX },
        signal,
      })
      return { qualification, options }
    },
    ...LOOKUP,
  })
}

export const useWithAnswers = (locale: Locale | null, param: string) =>
  useQuery(withAnswersQuery(useDesk().api, locale, param))

const namesFrom = (params: readonly string[], answers: readonly (WithAnswers | undefined)[]): AnswerNames =>
  new Map(
    params.map((param, at) => [
      param,
      new Map((answers[at]?.options ?? []).map(option => [option.precode, answerName(option)])),
    ]),
  )

/** The names of the answers of some qualifications, as far as they are read. */
export function useAnswerNames(locale: Locale | null, params: readonly string[]): AnswerNames {
  const { api } = useDesk()
  const answers = useQueries({
    queries: params.map(param => withAnswersQuery(api, locale, param)),
    combine: results => results.map(({ data }) => data),
  })
  return useMemo(() => namesFrom(params, answers), [params, answers])
}

/** The name of an answer as a person in the desk reads it: in English, with what respondents see beside it when it differs. */
export function answerName({
  qualification_options_name: name,
  qualification_options_english_name: english,
}: QualificationOption): string {
  return english === '' || english === name ? name : `${english} (${name})`
}
