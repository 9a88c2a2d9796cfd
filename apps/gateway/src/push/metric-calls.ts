import { HourlyCompletesRow, type HourlyCompletesRequest } from '@desk/schema/figures/completes-chart'
import { ProjectFigures, SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import { LiveSource } from '@desk/schema/sources/live-source'
import { Schema } from 'effect'
import { hourRowId, type RoomRows } from './topic-rooms.ts'
import type { TopicSubject } from './topic-name.ts'
import type { PlatformCall } from '../platform/platform-client.ts'
import { ProjectStanding, SurveyStanding, type Standing } from './standings.ts'

/** The part of a topic that one answer holds. */
export interface CallReading {
  readonly rows?: RoomRows['rows']
  readonly totals?: object | undefined
  readonly standings?: readonly Standing[]
}

/** One of the spec's calls by which a topic is read; `projectId` is the project above a survey's topic. */
export interface MetricCall extends PlatformCall {
  read(body: unknown, projectId: number | null): CallReading
}

const decodeSources = Schema.decodeUnknownSync(Schema.Array(SourceRow))
const decodeLiveSources = Schema.decodeUnknownSync(Schema.Array(LiveSource))
const decodeSurveys = Schema.decodeUnknownSync(Schema.Array(SurveyFigures))
const decodeSurvey = Schema.decodeUnknownSync(SurveyFigures)
const decodeProjects = Schema.decodeUnknownSync(Schema.Array(ProjectFigures))
const decodeHours = Schema.decodeUnknownSync(Schema.Array(HourlyCompletesRow))
const decodeProjectStandings = Schema.decodeUnknownSync(Schema.Array(ProjectStanding))
const decodeSurveyStandings = Schema.decodeUnknownSync(Schema.Array(SurveyStanding))
const decodeSurveyStanding = Schema.decodeUnknownSync(SurveyStanding)
const MOST_ROWS = 1000

/** Gives the spec's calls that together cover a topic (api:P1, P5, P8, P10, S1, S4, U2); the first shows whether the viewer may see it. */
export function metricCallsOf(subject: TopicSubject): readonly MetricCall[] {
  switch (subject.kind) {
    case 'projects':
      return [
        { method: 'POST', path: '/v1/metrics/projects', body: {}, read: body => ({ rows: projectRows(body) }) },
        {
          path: `/v1/projects?limit=${MOST_ROWS}`,
          read: body => ({
            standings: decodeProjectStandings(body).map(row => ({
              scope: 'project',
              id: row.pm_proj_ud,
              pm_proj_ud: row.pm_proj_ud,
              pm_sy_ud: null,
              fields: row,
            })),
          }),
        },
      ]
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
          read: body => ({ totals: projectRows(body)[0]?.row }),
        },
        {
          path: `/v1/surveys?pm_proj_ud=${subject.id}&limit=${MOST_ROWS}`,
          read: body => ({ standings: decodeSurveyStandings(body).map(surveyStanding) }),
        },
      ]
    case 'survey':
      return [
        { path: `/v1/survey-stream-metrics/${subject.id}?limit=${MOST_ROWS}`, read: readSources },
        {
          method: 'POST',
          path: `/v1/metrics/surveys/${subject.id}`,
          body: {},
          read: body => ({ totals: decodeSurvey(body) }),
        },
        {
          path: `/v1/surveys/${subject.id}`,
          read: body => ({ standings: [surveyStanding(decodeSurveyStanding(body))] }),
        },
      ]
    case 'sources':
      return [
        {
          path: `/v1/live-sources?limit=${MOST_ROWS}`,
          read: body => {
            const sources = decodeLiveSources(body)
            return { rows: sources.map(sourceRow), standings: sources.map(row => sourceStanding(row, row.pm_proj_ud)) }
          },
        },
      ]
    case 'hours':
      return subject.scope === 'project'
        ? [hourly({ mode: 'PROJECT', id: subject.id, grain: 'hour' })]
        : [
            hourly({ mode: 'SURVEY', id: subject.id, grain: 'hour' }),
            hourly({ mode: 'SOURCES', id: subject.id, grain: 'hour' }),
          ]
  }
}

function readSources(body: unknown, projectId: number | null): CallReading {
  const sources = decodeSources(body)
  return {
    rows: sources.map(sourceRow),
    standings: projectId === null ? [] : sources.map(row => sourceStanding(row, projectId)),
  }
}

const sourceRow = (row: SourceRow) => ({ id: String(row.stmid), row })

function sourceStanding(row: SourceRow, projectId: number): Standing {
  return { scope: 'source', id: row.stmid, pm_proj_ud: projectId, pm_sy_ud: row.pm_sy_ud, fields: row }
}

function surveyStanding(row: typeof SurveyStanding.Type): Standing {
  return { scope: 'survey', id: row.pm_sy_ud, pm_proj_ud: row.pm_proj_ud, pm_sy_ud: row.pm_sy_ud, fields: row }
}

function projectRows(body: unknown): RoomRows['rows'] {
  return decodeProjects(body).map(row => ({ id: String(row.pm_proj_ud), row }))
}

function hourly(request: HourlyCompletesRequest): MetricCall {
  return {
    method: 'POST',
    path: '/v1/TrafficStatsForDashboardHourly',
    body: request,
    read: body => ({ rows: decodeHours(body).map(row => ({ id: hourRowId(row.stmid, row.Start_Time), row })) }),
  }
}
