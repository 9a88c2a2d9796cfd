import { HourlyCompletesRow, type HourlyCompletesRequest } from '@desk/schema/figures/completes-chart'
import { ProjectFigures, SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import { Schema } from 'effect'
import { hourRowId, type RoomRows } from '../push/topic-rooms.ts'
import type { TopicSubject } from '../push/topic-name.ts'
import type { PlatformCall } from './platform-client.ts'

type Rows = Pick<RoomRows, 'rows' | 'totals'>

/** One of the spec's metric calls that a topic's figures are read by, and what its answer tells. */
export interface MetricCall extends PlatformCall {
  read(body: unknown): Rows
}

const decodeSources = Schema.decodeUnknownSync(Schema.Array(SourceRow))
const decodeSurveys = Schema.decodeUnknownSync(Schema.Array(SurveyFigures))
const decodeSurvey = Schema.decodeUnknownSync(SurveyFigures)
const decodeProjects = Schema.decodeUnknownSync(Schema.Array(ProjectFigures))
const decodeHours = Schema.decodeUnknownSync(Schema.Array(HourlyCompletesRow))
const MOST_ROWS = 1000

/** Gives the spec's calls that together tell a topic's figures (api:P8, P10, S4, U2); the first shows whether the viewer may see it. */
export function metricCallsOf(subject: TopicSubject): readonly MetricCall[] {
  switch (subject.kind) {
    case 'projects':
      return [{ method: 'POST', path: '/v1/metrics/projects', body: {}, read: body => projectRows(body) }]
    case 'project':
      return [
        {
          method: 'POST',
          path: `/v1/metrics/projects?pm_proj_ud=${subject.id}`,
          body: {},
          read: body => ({ rows: decodeSurveys(body).map(row => ({ id: String(row.pm_sy_ud), row })) }),
        },
        {
          method: 'POST',
          path: '/v1/metrics/projects',
          body: { pm_proj_uds: [subject.id] },
          read: body => ({ rows: [], totals: projectRows(body).rows[0]?.row }),
        },
      ]
    case 'survey':
      return [
        {
          path: `/v1/survey-stream-metrics/${subject.id}?limit=${MOST_ROWS}`,
          read: body => ({ rows: decodeSources(body).map(row => ({ id: String(row.stmid), row })) }),
        },
        { method: 'POST', path: `/v1/metrics/surveys/${subject.id}`, body: {}, read: body => ({ rows: [], totals: decodeSurvey(body) }) },
      ]
    case 'hours':
      return subject.scope === 'project' ? [hourly({ mode: 'PROJECT', id: subject.id, grain: 'hour' })] : [hourly({ mode: 'SURVEY', id: subject.id, grain: 'hour' }), hourly({ mode: 'SOURCES', id: subject.id, grain: 'hour' })]
  }
}

function projectRows(body: unknown): Rows {
  return { rows: decodeProjects(body).map(row => ({ id: String(row.pm_proj_ud), row })) }
}

function hourly(request: HourlyCompletesRequest): MetricCall {
  return {
    method: 'POST',
    path: '/v1/TrafficStatsForDashboardHourly',
    body: request,
    read: body => ({ rows: decodeHours(body).map(row => ({ id: hourRowId(row.stmid, row.Start_Time), row })) }),
  }
}
