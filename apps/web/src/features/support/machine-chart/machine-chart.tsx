import '@xyflow/react/dist/base.css'
import {
  Background,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import type { AnyStateMachine, StateValue } from 'xstate'
import { Skeleton } from '#ui/skeleton.tsx'
import { graphOf, litStates, type ChartGraph } from './chart-graph.ts'
import { layoutOf, type ChartLayout, type PlacedArrow } from './chart-layout.ts'
import styles from './machine-chart.module.css'

interface Chart {
  readonly graph: ChartGraph
  readonly layout: ChartLayout
}

/** Layouts are cached: machines do not change while the page is open. */
const charts = new Map<string, Promise<Chart>>()

function chartOf(name: string, machine: AnyStateMachine): Promise<Chart> {
  const known = charts.get(name)
  if (known !== undefined) return known
  const graph = graphOf(machine)
  const laid = layoutOf(graph).then(layout => ({ graph, layout }))
  charts.set(name, laid)
  // A failed layout may be retried.
  laid.catch(() => charts.delete(name))
  return laid
}

type StateNode = Node<
  { readonly name: string; readonly isLit: boolean; readonly isInitial: boolean; readonly hasInner: boolean },
  'state'
>
/** As large as the whole chart, so that arrows around the states are in sight as well. */
type BackdropNode = Node<Record<string, never>, 'backdrop'>
type ArrowEdge = Edge<{ readonly placed: PlacedArrow; readonly isOpen: boolean }, 'arrow'>

function StateBox({ data: { name, isLit, isInitial, hasInner } }: NodeProps<StateNode>) {
  return (
    <div className={styles['state']} data-lit={isLit || undefined} data-outer={hasInner || undefined}>
      <Handle type="target" position={Position.Top} className={styles['handle']!} isConnectable={false} />
      <span>
        {isInitial ? <span className={styles['initial']} title="It begins here" /> : null}
        {name}
      </span>
      <Handle type="source" position={Position.Bottom} className={styles['handle']!} isConnectable={false} />
    </div>
  )
}

function Arrow({ id, data, markerEnd }: EdgeProps<ArrowEdge>) {
  if (data === undefined) return null
  const { path, lines, labelX, labelY } = data.placed
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={styles['arrow']!}
        data-open={data.isOpen || undefined}
        {...(markerEnd === undefined ? {} : { markerEnd })}
      />
      <EdgeLabelRenderer>
        <div
          className={styles['label']}
          data-open={data.isOpen || undefined}
          style={{ transform: `translate(${labelX}px, ${labelY}px)` }}
        >
          {lines.map(line => (
            <span key={line}>{line}</span>
          ))}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}

const Backdrop = () => null

const WHOLE = { padding: 0.04, maxZoom: 1 } as const
/** The smallest readable scale. */
const LEAST_READABLE_ZOOM = 0.75

/** Of a chart that is too large to be read as a whole, shows the part around a state, and follows it. */
function InSight({
  layout: { width, height },
  state,
}: {
  readonly layout: ChartLayout
  readonly state: string | null
}) {
  const { fitView } = useReactFlow()
  const isTooLarge = useStore(
    pane => pane.width > 0 && Math.min(pane.width / width, pane.height / height) < LEAST_READABLE_ZOOM,
  )
  useEffect(() => {
    if (isTooLarge && state !== null)
      void fitView({ nodes: [{ id: state }], minZoom: LEAST_READABLE_ZOOM, maxZoom: LEAST_READABLE_ZOOM })
  }, [fitView, isTooLarge, state])
  return null
}

const NODE_TYPES = { state: StateBox, backdrop: Backdrop }
const EDGE_TYPES = { arrow: Arrow }

export interface MachineChartProps {
  readonly name: string
  readonly machine: AnyStateMachine
  /** The present state; null highlights nothing. */
  readonly value: StateValue | null
  readonly height?: number
}

/** A machine's states and transitions, with the present state highlighted and its transitions drawn stronger. It needs no network. */
export function MachineChart({ name, machine, value, height = 360 }: MachineChartProps) {
  const [shown, setShown] = useState<{ readonly name: string; readonly chart: Chart } | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isOver = false
    chartOf(name, machine).then(
      chart => {
        if (!isOver) setShown({ name, chart })
      },
      () => setFailed(true),
    )
    return () => {
      isOver = true
    }
  }, [name, machine])

  const chart = shown?.name === name ? shown.chart : null
  const lit = useMemo(() => (value === null ? new Set<string>() : litStates(value)), [value])
  const nodes = useMemo(() => (chart === null ? [] : nodesOf(chart, lit)), [chart, lit])
  const edges = useMemo(() => (chart === null ? [] : edgesOf(chart, lit)), [chart, lit])
  const present = [...lit].at(-1) ?? chart?.graph.states.find(({ isInitial }) => isInitial)?.id ?? null

  if (hasFailed) return <p className={styles['problem']}>The chart could not be laid out.</p>
  if (chart === null) return <Skeleton label="Laying out the chart" height={`${height}px`} />
  return (
    <figure
      className={styles['chart']}
      style={{ blockSize: height }}
      aria-label={`Chart of ${name}${lit.size === 0 ? '' : `, in state ${[...lit].at(-1)}`}`}
    >
      <ReactFlow
        key={name}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        fitView
        fitViewOptions={WHOLE}
        minZoom={0.1}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        preventScrolling={false}
        zoomOnScroll={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={16} className={styles['backdrop']!} />
        <Controls showInteractive={false} className={styles['controls']!} fitViewOptions={WHOLE} />
        <InSight layout={chart.layout} state={present} />
      </ReactFlow>
    </figure>
  )
}

function nodesOf({ graph, layout }: Chart, lit: ReadonlySet<string>): (StateNode | BackdropNode)[] {
  const backdrop: BackdropNode = {
    id: '',
    type: 'backdrop',
    position: { x: 0, y: 0 },
    width: layout.width,
    height: layout.height,
    data: {},
    zIndex: -1,
  }
  // Outer states come before those in them, as they do in the graph.
  const states = graph.states.flatMap(({ id, parentId, name, hasInner, isInitial }): StateNode[] => {
    const box = layout.boxes.get(id)
    if (box === undefined) return []
    const { x, y, width, height } = box
    return [
      {
        id,
        type: 'state',
        position: { x, y },
        width,
        height,
        data: { name, isLit: lit.has(id), isInitial, hasInner },
        ...(parentId === null ? {} : { parentId }),
      },
    ]
  })
  return [backdrop, ...states]
}

function edgesOf({ graph, layout }: Chart, lit: ReadonlySet<string>): ArrowEdge[] {
  return graph.arrows.flatMap(({ id, from, to }): ArrowEdge[] => {
    const placed = layout.arrows.get(id)
    const isOpen = lit.has(from)
    return placed === undefined
      ? []
      : [
          {
            id,
            type: 'arrow',
            source: from,
            target: to,
            data: { placed, isOpen },
            zIndex: isOpen ? 2 : 1,
            markerEnd: {
              type: MarkerType.ArrowClosed,
              width: 14,
              height: 14,
              color: isOpen ? 'var(--accent)' : 'var(--control-border)',
            },
          },
        ]
  })
}
