import type { AnswerItem } from '@desk/schema/assistant/answer'
import type { ForecastPool } from '@desk/schema/forecasts/forecast'
import type { ForecastPage } from '@desk/schema/forecasts/forecast-page'
import { Id } from '@desk/schema/ids/ids'
import { StatusScope } from '@desk/schema/statuses/status'
import { Effect } from 'effect'
import { figuresOf, type FigureContext } from './figure.ts'
import { placeOf } from './places.ts'
import { deskTool } from './tool.ts'

const FORMULA =
  'Completes so far ÷ exposure so far, over the exposure to come: live time in which busy hours of the week count more. The band is from finished sources, by how far their forecasts were off at the same progress.'
const BEYOND = 'later than a forecast reaches'

const POOL_WORDS: Readonly<Record<ForecastPool, string>> = {
  account: 'finished sources of the account',
  installation: 'finished sources of all accounts, since this one has too few',
  prior: 'simulated sources, since too few have finished',
  like: 'finished sources of the same supplier and country',
}

const line = (title: string, detail: string, at: string | null, link: string): AnswerItem => ({
  title,
  detail,
  at,
  link,
  figures: [],
})

/** The lines of a page that has no forecast: its finish, or why there is none. */
function withoutForecast({ name, completes, target, finish }: ForecastPage, context: FigureContext): AnswerItem {
  const detail =
    finish === null
      ? 'No forecast: it is not live, it is full, or too little is known'
      : finish.is_full
        ? 'Full since'
        : 'Ended before it was full'
  return {
    ...line(name, detail, finish?.at ?? null, context.link),
    figures: figuresOf({ completes, target }, ['completes', 'target'], context),
  }
}

function forecastLines(page: ForecastPage, context: FigureContext): readonly AnswerItem[] {
  const { name, forecast, completes, target, left_alone: record } = page
  if (forecast === null) return [withoutForecast(page, context)]
  const { p10_at, p50_at, p90_at, p_full, expected_at_end, pool, like_count } = forecast
  const { link } = context
  const figures = {
    completes,
    target,
    ...(p_full === null ? {} : { full_chance: p_full }),
    ...(expected_at_end === null ? {} : { expected_at_end }),
  }
  const end = (at: string | null, words: string) =>
    line('Its band', at === null ? `${words}: ${BEYOND}` : words, at, link)
  return [
    {
      ...line(name, p50_at === null ? `Probably full: ${BEYOND}` : 'Probably full', p50_at, link),
      figures: figuresOf(figures, Object.keys(figures), context),
    },
    end(p10_at, 'From'),
    end(p90_at, 'Until'),
    {
      ...line('Like sources', `The band is from ${POOL_WORDS[pool]}`, null, link),
      figures: pool === 'prior' ? [] : figuresOf({ like_sources: like_count }, ['like_sources'], context),
    },
    {
      ...line('Record', 'Earlier finishes of the account that were left alone', null, link),
      figures: figuresOf(
        { finishes_scored: record.finishes, finishes_within: record.within },
        ['finishes_scored', 'finishes_within'],
        context,
      ),
    },
  ]
}

/** When a source, survey or project will be full, with its band, its chance, the sources behind it and the record (forecast.md §1, §2). */
export const readForecast = deskTool('read_forecast', {
  description:
    'When a project, survey or source will be full: the middle and the band of its forecast, its chance to be full by out of field, the finished sources behind it, and how earlier forecasts of the account did.',
  fields: { scope: StatusScope, id: Id },
  run: Effect.fn('Assistant.readForecast')(function* ({ scope, id }, desk) {
    const { place, link } = yield* placeOf({ scope, id }, desk)
    const page = yield* desk.calls.forecasts.read({ params: { scope, id } })
    const items = forecastLines(page, { place, link, at: desk.at })
    return {
      summary: page.forecast === null ? 'No forecast' : 'A forecast',
      link,
      parts: [
        { kind: 'list' as const, items, has_more: false },
        ...(page.forecast === null ? [] : [{ kind: 'text' as const, text: FORMULA }]),
      ],
      hasFreeText: true,
    }
  }),
})
