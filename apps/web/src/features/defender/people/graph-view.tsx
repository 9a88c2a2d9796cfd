import { withMarksNamed } from '#ui/format/invisible-marks.ts'
import styles from '../defender-views.module.css'
import type { Graph, GraphNode } from './person-graph.ts'
import { searchPath } from './search-path.ts'

const WIDTH = 720
const BOX = { width: 230, height: 28 }
const ROW = 40
const PEOPLE_X = 8
const MARKS_X = WIDTH - BOX.width - 8
const middle = (row: number): number => 8 + row * ROW + BOX.height / 2

/** Who shares what: respondents at the left, devices and addresses at the right. Each leads to the search for it; the list below says the same. */
export function GraphView({ graph }: { readonly graph: Graph }) {
  const { people, marks, links } = graph
  const height = Math.max(people.length, marks.length) * ROW + 8
  const rowOf = new Map([...people.entries(), ...marks.entries()].map(([row, { id }]) => [id, row]))
  return (
    <svg
      className={styles['graph']}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="group"
      aria-label="Who shares which devices and addresses"
    >
      {links.map(([person, mark]) => (
        <line
          key={`${person}\n${mark}`}
          x1={PEOPLE_X + BOX.width}
          y1={middle(rowOf.get(person) ?? 0)}
          x2={MARKS_X}
          y2={middle(rowOf.get(mark) ?? 0)}
        />
      ))}
      {people.map((node, row) => (
        <Node key={node.id} node={node} x={PEOPLE_X} row={row} />
      ))}
      {marks.map((node, row) => (
        <Node key={node.id} node={node} x={MARKS_X} row={row} />
      ))}
    </svg>
  )
}

function Node({ node, x, row }: { readonly node: GraphNode; readonly x: number; readonly row: number }) {
  return (
    <a
      href={`#${searchPath(node.text)}`}
      aria-label={`Search for ${withMarksNamed(node.id)}`}
      data-found={node.isFound || undefined}
    >
      <title>{withMarksNamed(node.id)}</title>
      <rect x={x} y={8 + row * ROW} width={BOX.width} height={BOX.height} rx={node.isMark ? 4 : 14} />
      <text x={x + 12} y={middle(row) + 4}>
        {withMarksNamed(node.label)}
      </text>
    </a>
  )
}
