import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { ChartGraph } from './chart-graph.ts'

const STATE_HEIGHT = 32
const LETTER_WIDTH = 7.2
const STATE_PADDING = 28
export const LABEL_LINE = 14
const LABEL_LETTER = 5.9
/** More events than this on one arrow are counted, not named. */
const MAX_LINES = 3

interface Box {
  /** Within the outer state. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface PlacedArrow {
  /** An SVG path over the whole chart. */
  readonly path: string
  readonly lines: readonly string[]
  readonly labelX: number
  readonly labelY: number
}

/** The layout of a chart. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Box>
  readonly arrows: ReadonlyMap<string, PlacedArrow>
}

let elk: InstanceType<typeof ELK> | null = null

/** The text beside an arrow: its events, one a line. */
export const labelLines = (events: readonly string[]): readonly string[] =>
  events.length <= MAX_LINES ? events : [...events.slice(0, MAX_LINES - 1), `and ${events.length - MAX_LINES + 1} more`]

function nodeOf(graph: ChartGraph, parentId: string | null): ElkNode[] {
  return graph.states
    .filter(state => state.parentId === parentId)
    .map(({ id, name, hasInner, isInitial }) => ({
      id,
      ...(hasInner
        ? { children: nodeOf(graph, id), layoutOptions: { 'elk.padding': '[top=36,left=16,bottom=16,right=16]' } }
        : {
            width: name.length * LETTER_WIDTH + STATE_PADDING,
            height: STATE_HEIGHT,
            // A chart is read from where it begins.
            ...(isInitial && parentId === null
              ? { layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' } }
              : {}),
          }),
    }))
}

const pathOf = ({ sections = [] }: ElkExtendedEdge): string =>
  sections
    .map(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' '),
    )
    .join(' ')

function boxesOf(nodes: readonly ElkNode[]): readonly (readonly [string, Box])[] {
  return nodes.flatMap(({ id, x = 0, y = 0, width = 0, height = 0, children = [] }) => [
    [id, { x, y, width, height }] as const,
    ...boxesOf(children),
  ])
}

/** Lays a chart out, away from the page's own thread. */
export async function layoutOf(graph: ChartGraph): Promise<ChartLayout> {
  elk ??= new ELK({ workerUrl })
  const laid: ElkNode = await elk.layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeLabel': '4',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.layered.spacing.edgeNodeBetweenLayers': '16',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    },
    children: nodeOf(graph, null),
    edges: graph.arrows.map(({ id, from, to, events }) => {
      const lines = labelLines(events)
      return {
        id,
        sources: [from],
        targets: [to],
        labels: [
          {
            text: lines.join('\n'),
            width: Math.max(...lines.map(line => line.length)) * LABEL_LETTER + 8,
            height: lines.length * LABEL_LINE + 2,
          },
        ],
      }
    }),
  })
  const events = new Map(graph.arrows.map(arrow => [arrow.id, arrow.events]))
  return {
    width: laid.width ?? 0,
    height: laid.height ?? 0,
    boxes: new Map(boxesOf(laid.children ?? [])),
    arrows: new Map(
      (laid.edges ?? []).map(edge => {
        const [label] = edge.labels ?? []
        return [
          edge.id,
          {
            path: pathOf(edge),
            lines: labelLines(events.get(edge.id) ?? []),
            labelX: label?.x ?? 0,
            labelY: label?.y ?? 0,
          },
        ]
      }),
    ),
  }
}
